package dev.surehook.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whether deleting old events shows in the latency: each engine that deletes all the while beside itself with nothing to
 * delete, in an open loop at 80 % of the Spring reference's rate.
 */
final class PurgeScenario implements Scenario {
    private static final String PURGING = " purging";
    /** Longer than events are kept. */
    private static final Duration AGE = Duration.ofDays(100);

    private static final String OLD_EVENTS = "select count(*) from surehook_inbox_event where ignored is not null";

    private static final ResultTable TABLE = new ResultTable(List.of(new Baseline(
            "× itself, nothing to delete",
            (series, other) -> series.receiver().label().equals(other.receiver().label() + PURGING))));

    @Override
    public void run(Workbench bench, List<Contender> contenders, Report report)
            throws IOException, InterruptedException {
        Settings settings = bench.settings();
        List<Receiver> receivers = new ArrayList<>();
        List<Receiver> purging = new ArrayList<>();
        for (Contender contender : contenders) {
            receivers.add(warm(bench.start(contender), settings));
        }
        Spread most = OpenLoopScenario.mostOfTheReference(receivers, settings);
        int rate = (int) (most.median() * OpenLoopScenario.SHARE);
        for (Contender contender : contenders) {
            if (!contender.isOfKind(OpenLoopScenario.REFERENCE)) {
                // Deleting begins with the start, so these come last.
                purging.add(warm(
                        bench.start(
                                contender,
                                contender.name() + PURGING,
                                Map.of(),
                                (data, jdbcUrl) -> EnginePrefill.fill(
                                        contender.store(),
                                        data,
                                        jdbcUrl,
                                        settings.events(),
                                        Instant.now().minus(AGE))),
                        settings));
            }
        }
        receivers.addAll(purging);
        List<Long> before = left(purging);
        List<Series> series = new Rounds(settings.rounds()).run(receivers, receiver -> settings.openLoop(rate));
        requireDeleting(purging, before, left(purging));
        report.table(
                "Latency while old events are deleted, open loop, "
                        + contenders.get(0).store() + ", " + rate + " events/s scheduled (80 % of "
                        + Math.round(most.median()) + "), " + settings.openConnections() + " connections",
                TABLE.render(series));
        receivers.forEach(receiver -> receiver.requireAllStored(0));
    }

    private static Receiver warm(Receiver receiver, Settings settings) throws IOException {
        Scenario.warmUp(receiver, settings, settings.connections().get(0));
        return receiver;
    }

    private static List<Long> left(List<Receiver> purging) {
        return purging.stream().map(receiver -> receiver.count(OLD_EVENTS)).toList();
    }

    private static void requireDeleting(List<Receiver> purging, List<Long> before, List<Long> after) {
        for (int i = 0; i < purging.size(); i++) {
            System.out.printf(
                    "%s: %d old events at first, %d at last%n", purging.get(i).label(), before.get(i), after.get(i));
            if (after.get(i) == 0 || after.get(i) >= before.get(i)) {
                throw new IllegalStateException(
                        purging.get(i).label() + " did not delete all the while; give it more with --events");
            }
        }
    }
}
