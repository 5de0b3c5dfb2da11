package dev.surehook.server.cli;

import dev.surehook.testkit.provider.FakeProvider;
import dev.surehook.testkit.provider.ProviderRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** What was promised for the events of the demo, compared with what the API and the receiver say. */
final class DemoOutcome {
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private final DemoWorld world;
    private final DemoPage page;
    private final ServerApi api;
    private final List<DemoEvent> expected = new ArrayList<>();
    private final List<String> conflicting = new ArrayList<>();
    private final List<String> retried = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private int refusals;

    DemoOutcome(DemoWorld world, DemoPage page) {
        this.world = world;
        this.page = page;
        this.api = world.api();
    }

    DemoEvent expect(FakeProvider provider, ProviderRequest first) {
        DemoEvent event = new DemoEvent(provider, first);
        expected.add(event);
        return event;
    }

    void expectConflict(ProviderRequest request) {
        conflicting.add(request.id());
    }

    void countRefused() {
        refusals++;
    }

    void broken(String promise) {
        broken.add(promise);
    }

    void awaitProcessed() throws InterruptedException {
        await(expected, event -> EventText.text(event, "state").equals("processed"), "was not worked off in time");
    }

    void awaitFailedAttempts(List<DemoEvent> events, int attempts) throws InterruptedException {
        events.forEach(event -> retried.add(event.first().id()));
        // Counted before it runs: one more than asked for means that these have failed.
        await(events, event -> event.path("attempt_count").asInt(0) > attempts, "was not tried again in time");
    }

    private void await(List<DemoEvent> events, Predicate<JsonNode> condition, String otherwise)
            throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<DemoEvent> missing = missing(events, condition);
        while (!missing.isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.sleep(50);
            missing = missing(events, condition);
        }
        missing.forEach(event -> broken(event.first().type() + " " + otherwise));
    }

    private List<DemoEvent> missing(List<DemoEvent> events, Predicate<JsonNode> condition) {
        Map<String, JsonNode> stored = stored();
        return events.stream()
                .filter(event -> {
                    JsonNode found = stored.get(event.first().id());
                    return found == null || !condition.test(found);
                })
                .toList();
    }

    /** Prints what became of everything; whether all of it was as promised. */
    boolean report() {
        Map<String, JsonNode> stored = stored();
        page.heading("What became of it");
        Table table = new Table().heading("STATE", "SOURCE", "TYPE", "ATTEMPTS", "ARRIVED", "");
        for (DemoEvent event : expected) {
            JsonNode found = stored.get(event.first().id());
            if (found == null) {
                broken(event.first().type() + " was answered 204 and is not stored");
            } else {
                table.row(row(event, found));
            }
        }
        page.table(table);
        if (stored.size() > expected.size()) {
            broken("something was stored that should have been refused");
        }
        if (world.receiver.timesRefused() > 0) {
            broken("the receiver got a request without a right signature of ours");
        }
        return verdict();
    }

    private List<Table.Cell> row(DemoEvent event, JsonNode found) {
        JsonNode detail = api.show(EventText.text(found, "ref"));
        int arrived = world.receiver.timesTaken(event.first().body());
        int conflicts = detail.path("conflicts").size();
        int attempts = detail.path("attempt_count").asInt(0);
        check(event, detail, arrived, conflicts, attempts);
        String note = conflicts > 0 ? "another body under this id was not let in" : "";
        if (attempts > 1) {
            note = "first: " + EventText.text(detail.path("attempts").path(0), "detail");
        }
        return List.of(
                EventText.state(detail),
                Table.Cell.of(event.source()),
                Table.Cell.of(event.first().type()),
                Table.Cell.of(Integer.toString(attempts)),
                Table.Cell.of(Counted.times(arrived)),
                Table.Cell.of(note));
    }

    private void check(DemoEvent event, JsonNode detail, int arrived, int conflicts, int attempts) {
        String type = event.first().type();
        String id = event.first().id();
        if (!EventText.text(detail, "state").equals("processed")) {
            broken(type + " is " + EventText.text(detail, "state") + " and not processed");
        }
        if (arrived != 1) {
            broken(type + " arrived " + arrived + " times with the bytes that were sent");
        }
        if (conflicts != (conflicting.contains(id) ? 1 : 0)) {
            broken(type + " has " + Counted.of(conflicts, "conflict") + " on record");
        }
        if (retried.contains(id) ? attempts < 3 : attempts != 1) {
            broken(type + " took " + Counted.of(attempts, "attempt"));
        }
    }

    private boolean verdict() {
        if (broken.isEmpty()) {
            page.verdict(
                    expected.size() + " events taken, each arrived once and byte for byte; " + refusals
                            + " forged or stale requests refused. All as promised.",
                    true);
            return true;
        }
        page.verdict("Not as promised:", false);
        broken.forEach(promise -> page.say("  " + Printable.line(promise)));
        return false;
    }

    private Map<String, JsonNode> stored() {
        Map<String, JsonNode> stored = new LinkedHashMap<>();
        api.list(Map.of("limit", "100"))
                .path("events")
                .forEach(event -> stored.put(EventText.text(event, "id"), event));
        return stored;
    }
}
