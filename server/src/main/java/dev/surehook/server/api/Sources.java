package dev.surehook.server.api;

import dev.surehook.server.source.ConfiguredSource;
import java.util.List;

/** The configured sources as one bean. */
public record Sources(List<ConfiguredSource> all) {
    public Sources {
        all = List.copyOf(all);
    }
}
