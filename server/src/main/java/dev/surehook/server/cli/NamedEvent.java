package dev.surehook.server.cli;

import dev.surehook.engine.event.EventRef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An event as somebody names it: by its reference, or by the id that the provider gave it. A provider's id may look like
 * a reference; a reference that exists goes first.
 *
 * @param source decides between events of several sources that have the same id
 */
record NamedEvent(String name, @Nullable String source) {

    <T> T call(ServerApi events, Function<String, T> action) {
        if (EventRef.parse(name).isEmpty()) {
            return action.apply(byId(events).orElseThrow(() -> new ApiFault("no event has this reference or id")));
        }
        try {
            return action.apply(name);
        } catch (ApiFault fault) {
            if (!fault.isNotFound()) {
                throw fault;
            }
            return action.apply(byId(events).orElseThrow(() -> fault));
        }
    }

    private Optional<String> byId(ServerApi events) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("id", name);
        if (source != null) {
            query.put("source", source);
        }
        JsonNode found = events.list(query).path("events");
        if (found.size() > 1) {
            TreeSet<String> sources = new TreeSet<>();
            found.forEach(event -> sources.add(EventText.text(event, "source")));
            throw new ApiFault("events of several sources have this id: " + String.join(", ", sources)
                    + "; say which with --source");
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(EventText.text(found.path(0), "ref"));
    }
}
