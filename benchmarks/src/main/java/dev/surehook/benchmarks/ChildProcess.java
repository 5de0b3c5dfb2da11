package dev.surehook.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process of ours, with its output in a file. Closing it ends it and all that it started, by their ids. */
public final class ChildProcess implements AutoCloseable {

    private static final long TERM_SECONDS = 15;
    private static final int LOG_TAIL_CHARACTERS = 2_000;

    private final Process process;
    private final Path log;

    private ChildProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    public static ChildProcess start(List<String> command, Map<String, String> environment, Path log)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return new ChildProcess(builder.start(), log);
    }

    /** Runs a command to its end. */
    static void run(List<String> command, Path log) throws IOException, InterruptedException {
        try (ChildProcess child = start(command, Map.of(), log)) {
            if (!child.process.waitFor(60, TimeUnit.SECONDS) || child.process.exitValue() != 0) {
                throw new IOException("failed: " + String.join(" ", command) + "\n" + child.logTail());
            }
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Processor time used so far by the process and its live descendants; the system counts in steps of 10 ms. */
    public Duration processorTime() {
        return family().map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    public String logTail() throws IOException {
        String text = Files.readString(log, StandardCharsets.UTF_8);
        return text.substring(Math.max(0, text.length() - LOG_TAIL_CHARACTERS));
    }

    @Override
    public void close() {
        List<ProcessHandle> family = family().toList();
        process.destroy();
        try {
            if (!process.waitFor(TERM_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        family.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
    }

    private Stream<ProcessHandle> family() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }
}
