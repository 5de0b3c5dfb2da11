package dev.surehook.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How many events per second each receiver accepts when every connection always has a request under way. */
final class AcceptScenario implements Scenario {

    private static final ResultTable TABLE =
            new ResultTable(List.of(Baseline.kind("spring"), Baseline.kind("express")));

    @Override
    public void run(Workbench bench, List<Contender> contenders, Report report)
            throws IOException, InterruptedException {
        Settings settings = bench.settings();
        List<Receiver> receivers = new ArrayList<>();
        for (Contender contender : contenders) {
            Receiver receiver = bench.start(contender);
            receivers.add(receiver);
            Scenario.warmUp(receiver, settings, settings.connections().get(0));
        }
        for (int connections : settings.connections()) {
            List<Series> series =
                    new Rounds(settings.rounds()).run(receivers, receiver -> settings.closedLoop(connections));
            report.table(
                    "Accept, closed loop, " + contenders.get(0).store() + ", " + connections + " connections",
                    TABLE.render(series));
        }
        receivers.forEach(receiver -> receiver.requireAllStored(0));
    }
}
