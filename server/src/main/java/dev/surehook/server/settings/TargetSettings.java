package dev.surehook.server.settings;

import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where published events may be sent.
 *
 * @param allow networks, addresses and hosts besides the public internet
 */
public record TargetSettings(@DefaultValue List<String> allow) {
    public TargetSettings {
        allow = List.copyOf(allow);
    }
}
