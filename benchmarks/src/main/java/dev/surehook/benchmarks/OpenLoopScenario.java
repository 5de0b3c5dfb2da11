package dev.surehook.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Latency at a fixed rate that the Spring reference can just carry: 80 % of its rate in a closed loop. */
final class OpenLoopScenario implements Scenario {

    static final String REFERENCE = "spring";
    static final double SHARE = 0.8;
    private static final ResultTable TABLE = new ResultTable(List.of(Baseline.kind(REFERENCE)));

    @Override
    public void run(Workbench bench, List<Contender> contenders, Report report)
            throws IOException, InterruptedException {
        Settings settings = bench.settings();
        int connections = settings.connections().get(0);
        List<Receiver> receivers = new ArrayList<>();
        for (Contender contender : contenders) {
            Receiver receiver = bench.start(contender);
            receivers.add(receiver);
            Scenario.warmUp(receiver, settings, connections);
        }
        Spread most = mostOfTheReference(receivers, settings);
        int rate = (int) (most.median() * SHARE);
        List<Series> series = new Rounds(settings.rounds()).run(receivers, receiver -> settings.openLoop(rate));
        report.table(
                "Latency, open loop, " + contenders.get(0).store() + ", " + rate + " events/s scheduled (80 % of "
                        + Math.round(most.median()) + "), " + settings.openConnections() + " connections",
                TABLE.render(series));
        receivers.forEach(receiver -> receiver.requireAllStored(0));
    }

    /** What the Spring reference reaches in a closed loop. */
    static Spread mostOfTheReference(List<Receiver> receivers, Settings settings) throws IOException {
        List<Receiver> reference = receivers.stream()
                .filter(receiver -> receiver.contender().isOfKind(REFERENCE))
                .toList();
        if (reference.isEmpty()) {
            throw new IllegalArgumentException("an open loop needs the contender " + REFERENCE + " to know the rate");
        }
        return new Rounds(settings.rounds())
                .run(
                        reference,
                        receiver -> settings.closedLoop(settings.connections().get(0)))
                .get(0)
                .of(Sample::rate);
    }
}
