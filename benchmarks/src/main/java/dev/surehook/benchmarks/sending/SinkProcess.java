package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.ControlledProcess;
import dev.surehook.benchmarks.sending.sink.SinkMain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The sink, in a process of its own. Closing it ends the process. */
final class SinkProcess implements AutoCloseable {
    /** As endpoints lie on hosts of their own, each with its connections. */
    private static final int PORTS = 10;

    private final ControlledProcess process;

    private SinkProcess(ControlledProcess process) {
        this.process = process;
    }

    static SinkProcess start(SendingSettings settings, Path dir) throws IOException {
        List<String> command = settings.command()
                .of(
                        SinkMain.class,
                        List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC"),
                        List.of("--ports", Integer.toString(PORTS)));
        return new SinkProcess(ControlledProcess.start("sink", command, dir));
    }

    /** With commas. */
    String ports() {
        return process.greeting().split(" ", 2)[0];
    }

    String silentPort() {
        return process.greeting().split(" ", 2)[1];
    }

    /** Requests answered since its start. */
    long count() throws IOException {
        return Long.parseLong(process.ask("count"));
    }

    /** From publishing to receipt, of what came since the last call. */
    Latencies takeLatencies() throws IOException {
        return Latencies.parse(process.ask("latencies"));
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
