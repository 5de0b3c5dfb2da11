package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.ControlledProcess;
import dev.surehook.benchmarks.JavaCommand;
import dev.surehook.benchmarks.handled.contender.ContenderMain;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A contender in a process of its own, which does one thing at a time. Closing it ends the process. */
final class ContenderProcess implements AutoCloseable {
    private final String jdbcUrl;
    private final ControlledProcess process;

    private ContenderProcess(String jdbcUrl, ControlledProcess process) {
        this.jdbcUrl = jdbcUrl;
        this.process = process;
    }

    /** @param dir where its log goes */
    static ContenderProcess start(String name, HandledSettings settings, String jdbcUrl, Path dir) throws IOException {
        List<String> command = new JavaCommand(settings.java(), settings.benchmarks())
                .of(ContenderMain.class, List.of("--name", name, "--db", jdbcUrl));
        return new ContenderProcess(jdbcUrl, ControlledProcess.start(name, command, dir));
    }

    String name() {
        return process.name();
    }

    String jdbcUrl() {
        return jdbcUrl;
    }

    /** For a table: several contenders may be of one library. */
    String label() {
        return library().startsWith(name() + "-") ? library() : name() + " (" + library() + ")";
    }

    /** The file that it is from, with its version. */
    String library() {
        return process.greeting();
    }

    Duration processorTime() {
        return process.processorTime();
    }

    /** Has it do something and waits for what it answers. */
    String ask(String command, String prefix, long number) throws IOException {
        return process.ask(command + " " + prefix + " " + number);
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
