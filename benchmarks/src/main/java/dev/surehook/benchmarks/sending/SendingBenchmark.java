package dev.surehook.benchmarks.sending;

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
 * Compares how many webhooks a second Surehook and others send and put on record, and looks at what must not disturb it.
 * {@link SendingSettings} lists the arguments; {@code docs/benchmarks.md} explains the method.
 */
public final class SendingBenchmark {
    /** Each contender has its pool on the one server; {@code initdb} allows a hundred connections. */
    private static final String CONNECTIONS = "max_connections=300";

    private SendingBenchmark() {}

    public static void main(String[] args) throws Exception {
        QuietLog.warnOnly();
        SendingSettings settings = SendingSettings.parse(args);
        List<Mode> modes = settings.modes().stream().map(Mode::named).toList();
        Report report = Report.create(
                settings.results(),
                "sending-" + String.join("-", settings.modes()),
                "Sending",
                Machine.describe(settings.work(), JavaRuntime.of(settings.java())) + ".\n");
        for (Mode mode : modes) {
            runAlone(settings, mode, report);
        }
        System.out.println("written to " + report.file());
    }

    /** On a server of its own, so that nothing of the mode before still runs. */
    private static void runAlone(SendingSettings settings, Mode mode, Report report) throws Exception {
        Scratch scratch = Scratch.in(settings.work());
        Thread onInterrupt = new Thread(scratch::close);
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try (scratch) {
            PostgresCluster postgres = postgres(settings, mode, scratch);
            SinkProcess sink = scratch.own(SinkProcess.start(settings, scratch.dir()));
            mode.run(new Bench(settings, scratch, postgres, sink), report);
        }
        Runtime.getRuntime().removeShutdownHook(onInterrupt);
    }

    private static PostgresCluster postgres(SendingSettings settings, Mode mode, Scratch scratch)
            throws IOException, InterruptedException {
        List<String> ofServer = new ArrayList<>(List.of(CONNECTIONS));
        ofServer.addAll(mode.postgresSettings());
        ofServer.addAll(settings.postgresSettings());
        return scratch.own(PostgresCluster.start(settings.postgres(), scratch.dir(), ofServer));
    }
}
