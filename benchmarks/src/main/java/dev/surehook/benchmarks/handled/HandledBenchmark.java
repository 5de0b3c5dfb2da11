package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.JavaRuntime;
import dev.surehook.benchmarks.Machine;
import dev.surehook.benchmarks.PostgresCluster;
import dev.surehook.benchmarks.Report;
import dev.surehook.benchmarks.Scratch;
import dev.surehook.benchmarks.handled.contender.QuietLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares how many items a second Surehook and other libraries work off, each with one effect in the database; looks at
 * Surehook's latency in an idle system; and at what a claim costs when much waits. {@link HandledSettings} lists the
 * arguments; {@code docs/benchmarks.md} explains the method.
 */
public final class HandledBenchmark {
    /** Each contender has its pool on the one server; {@code initdb} allows a hundred connections. */
    private static final String CONNECTIONS = "max_connections=300";

    private HandledBenchmark() {}

    public static void main(String[] args) throws Exception {
        QuietLog.warnOnly();
        HandledSettings settings = HandledSettings.parse(args);
        List<Mode> modes = settings.modes().stream().map(Mode::named).toList();
        Report report = Report.create(
                settings.results(),
                "handled-" + String.join("-", settings.modes()),
                "Handled events",
                Machine.describe(settings.work(), JavaRuntime.of(settings.java())) + ".\n");
        for (Mode mode : modes) {
            runAlone(settings, mode, report);
        }
        System.out.println("written to " + report.file());
    }

    /** On a server of its own, so that nothing of the mode before still runs. */
    private static void runAlone(HandledSettings settings, Mode mode, Report report) throws Exception {
        Scratch scratch = Scratch.in(settings.work());
        Thread onInterrupt = new Thread(scratch::close);
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try (scratch) {
            mode.run(new Bench(settings, scratch, postgres(settings, scratch)), report);
        }
        Runtime.getRuntime().removeShutdownHook(onInterrupt);
    }

    private static PostgresCluster postgres(HandledSettings settings, Scratch scratch)
            throws IOException, InterruptedException {
        List<String> ofServer = new ArrayList<>(List.of(CONNECTIONS));
        ofServer.addAll(settings.postgresSettings());
        return scratch.own(PostgresCluster.start(settings.postgres(), scratch.dir(), ofServer));
    }
}
