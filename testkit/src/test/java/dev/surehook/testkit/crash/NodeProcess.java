package dev.surehook.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A node as whoever sends to it and its operator see it. */
final class NodeProcess implements AutoCloseable {
    /** Generous, because a test machine may be busy; nothing here waits longer than it must. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Writer commands;
    private final Path errors;
    private final Heard heard = new Heard();
    private final Thread listener;

    private NodeProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        this.listener = new Thread(this::listen, "node-" + process.pid());
        listener.setDaemon(true);
        listener.start();
    }

    /** Starts a node and waits until it takes requests. {@code scratch} gets its temporary files. */
    static NodeProcess start(NodeProgram program, List<String> arguments, Path scratch) throws IOException {
        Path errors = Files.createTempFile(scratch, "node", ".err");
        Process process = new ProcessBuilder(program.command(scratch, arguments))
                .redirectError(errors.toFile())
                .start();
        NodeProcess node = new NodeProcess(process, errors);
        node.await("ready", Heard::ready);
        return node;
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.line(line);
            }
        } catch (IOException e) {
            // A killed process; what it had said before is heard.
        } finally {
            heard.end();
        }
    }

    Heard heard() {
        return heard;
    }

    void await(String what, Predicate<Heard> condition) {
        heard.await(what, PATIENCE, condition, this::evidence);
    }

    private String evidence() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Sends requests without waiting for the answers. A node that is dead already does not get them. */
    void send(Collection<String> ids) {
        StringBuilder lines = new StringBuilder();
        ids.forEach(id -> lines.append("send ").append(id).append('\n'));
        tell(lines.toString());
    }

    void tell(String text) {
        try {
            commands.write(text);
            commands.flush();
        } catch (IOException e) {
            // It has died meanwhile, which is what this is about; whoever needs an answer waits for one.
        }
    }

    void goOn() {
        tell("go-on\n");
    }

    /** Sends as a provider does: what is not taken comes again, until every request was a success. */
    void sendUntilAcknowledged(Collection<String> ids) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Collection<String> open = ids;
        while (!open.isEmpty()) {
            assertThat(System.nanoTime()).as("all requests succeed").isLessThan(deadline);
            int expected = heard.answers() + open.size();
            send(open);
            await("all are answered", so -> so.answers() >= expected);
            open = heard.takeUnavailable();
        }
        Set<String> missing = new HashSet<>(ids);
        missing.removeAll(heard.acknowledged());
        assertThat(missing).as("requests without success").isEmpty();
    }

    /** Waits until no event is left to be worked off. */
    void drain() {
        tell("drain\n");
        await("everything is worked off", Heard::idle);
    }

    /** SIGSTOP: the process stands still in the middle of whatever it does. */
    void freeze() {
        signal("STOP");
    }

    /** SIGCONT. */
    void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(code).as("the signal %s reached the node", name).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        assertThat(exitCode()).as("killed").isEqualTo(Fuse.KILLED);
    }

    /** Ends the node as its operator would. */
    void quit() {
        try {
            commands.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(exitCode()).as(this::evidence).isZero();
    }

    /** Waits for the end; afterwards everything that it ever said has been heard. */
    int exitCode() {
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("the node has ended")
                    .isTrue();
            listener.join(PATIENCE.toMillis());
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Leaves no process behind a failed test. */
    @Override
    public void close() {
        process.destroyForcibly();
        exitCode();
    }
}
