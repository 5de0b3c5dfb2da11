package dev.surehook.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The closed loop again, with some time added to each fsync of the receivers on SQLite. */
final class SlowFsyncScenario implements Scenario {

    private static final ResultTable TABLE =
            new ResultTable(List.of(Baseline.kind("spring"), Baseline.kind("express")));

    @Override
    public void run(Workbench bench, List<Contender> contenders, Report report)
            throws IOException, InterruptedException {
        if (contenders.get(0).store() != Store.SQLITE) {
            return; // PostgreSQL's fsyncs happen in its own server, which all its contenders share
        }
        Settings settings = bench.settings();
        int connections = settings.connections().get(0);
        Map<String, String> slowly =
                FsyncShim.compile(settings.benchmarks(), bench.dir()).environment(settings.fsyncMicros());
        List<Receiver> receivers = new ArrayList<>();
        for (Contender contender : contenders) {
            Receiver receiver = bench.start(contender, contender.name(), slowly);
            receivers.add(receiver);
            Scenario.warmUp(receiver, settings, connections);
        }
        List<Series> series =
                new Rounds(settings.rounds()).run(receivers, receiver -> settings.closedLoop(connections));
        report.table(
                "Accept, closed loop, SQLite, " + connections + " connections, " + settings.fsyncMicros()
                        + " µs added to each fsync",
                TABLE.render(series));
        receivers.forEach(receiver -> receiver.requireAllStored(0));
    }
}
