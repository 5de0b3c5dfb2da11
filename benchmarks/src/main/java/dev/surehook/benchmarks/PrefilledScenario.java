package dev.surehook.benchmarks;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is left of the rate when many events are stored: each receiver against itself on an empty store. */
final class PrefilledScenario implements Scenario {

    private static final String FILLED = " filled";
    private static final ResultTable TABLE = new ResultTable(List.of(new Baseline(
            "× itself, empty",
            (series, other) -> series.receiver().label().equals(other.receiver().label() + FILLED))));

    @Override
    public void run(Workbench bench, List<Contender> contenders, Report report)
            throws IOException, InterruptedException {
        for (Contender contender : contenders) {
            compare(bench, contender, report);
        }
    }

    private static boolean isEngine(Contender contender) {
        return contender.preload().equals("engine");
    }

    private static void compare(Workbench bench, Contender contender, Report report)
            throws IOException, InterruptedException {
        Settings settings = bench.settings();
        int connections = settings.connections().get(0);
        Receiver empty = bench.start(contender);
        Receiver filled = bench.start(contender, contender.name() + FILLED, Map.of(), (data, jdbcUrl) -> {
            if (isEngine(contender)) {
                EnginePrefill.fill(contender.store(), data, jdbcUrl, settings.events(), Instant.now());
            }
        });
        long fromOutside = isEngine(contender)
                ? settings.events()
                : Preloader.named(contender.preload()).preload(filled, settings.events());
        List<Receiver> receivers = new ArrayList<>(List.of(empty, filled));
        for (Receiver receiver : receivers) {
            Scenario.warmUp(receiver, settings, connections);
        }
        List<Series> series =
                new Rounds(settings.rounds()).run(receivers, receiver -> settings.closedLoop(connections));
        report.table(
                "Accept, closed loop, " + contender.name() + ", " + connections + " connections, " + settings.events()
                        + " events stored before",
                TABLE.render(series));
        empty.requireAllStored(0);
        filled.requireAllStored(fromOutside);
        receivers.forEach(Receiver::close);
    }
}
