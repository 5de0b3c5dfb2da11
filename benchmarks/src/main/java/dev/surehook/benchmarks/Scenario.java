package dev.surehook.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One comparison. It starts the receivers that it needs on the workbench and tells the report what it found. */
interface Scenario {

    /** @param contenders those of one store, in the catalogue's order */
    void run(Workbench bench, List<Contender> contenders, Report report) throws IOException, InterruptedException;

    /** @throws IllegalArgumentException when there is no such scenario */
    static Scenario named(String name) {
        return switch (name) {
            case "accept" -> new AcceptScenario();
            case "slow-fsync" -> new SlowFsyncScenario();
            case "open-loop" -> new OpenLoopScenario();
            case "purge" -> new PurgeScenario();
            case "prefilled" -> new PrefilledScenario();
            default -> throw new IllegalArgumentException("unknown scenario " + name);
        };
    }

    /** Gives a receiver time to compile its hot paths, with as many connections as it will have. */
    static void warmUp(Receiver receiver, Settings settings, int connections) throws IOException {
        System.out.println("warming up " + receiver.label());
        receiver.load(settings.closedLoop(connections).lasting(Duration.ZERO, settings.warmup()));
    }
}
