package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.ControlledProcess;
import dev.surehook.benchmarks.sending.contender.ContenderMain;
import dev.surehook.benchmarks.sending.contender.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A contender in a process of its own, which does one thing at a time. Closing it ends the process. */
final class ContenderProcess implements AutoCloseable {
    private final ControlledProcess process;
    private final SinkProcess sink;

    private ContenderProcess(ControlledProcess process, SinkProcess sink) {
        this.process = process;
        this.sink = sink;
    }

    /**
     * @param label for people; unlike the contender's name it differs between two processes of one contender
     * @param contender its name
     * @param db where it keeps what it has to send
     */
    record Start(String label, String contender, String db, int endpoints) {}

    /** @param dir where its log goes */
    static ContenderProcess start(Start start, SendingSettings settings, SinkProcess sink, Path dir)
            throws IOException {
        List<String> command = settings.command()
                .of(
                        ContenderMain.class,
                        List.of(
                                "--name",
                                start.contender,
                                "--db",
                                start.db,
                                "--ports",
                                sink.ports(),
                                "--silent",
                                sink.silentPort(),
                                "--endpoints",
                                Integer.toString(start.endpoints)));
        return new ContenderProcess(ControlledProcess.start(start.label, command, dir), sink);
    }

    String label() {
        return process.name();
    }

    /** The file that it is from, with its version. */
    String library() {
        return process.greeting();
    }

    void warmUp(Duration length) throws IOException {
        System.out.println("warming up " + label());
        ask("warm", (int) length.toSeconds());
        sink.takeLatencies();
    }

    /** Has it store deliveries and then send them, and looks whether each was sent and recorded once. */
    Sample rate(int count) throws IOException {
        Tally before = tally();
        store(count);
        long requestsBefore = sink.count();
        Sample sample = send(count);
        tally().requireEachOnceMore(label(), before, count);
        long requests = sink.count() - requestsBefore;
        if (requests != count) {
            throw new IllegalStateException(label() + " made " + requests + " requests for " + count + " deliveries");
        }
        return sample;
    }

    void store(int count) throws IOException {
        ask("store", count);
    }

    Sample send(int count) throws IOException {
        Duration processorBefore = process.processorTime();
        long nanos = Long.parseLong(ask("send", count));
        return new Sample(
                count, Duration.ofNanos(nanos), process.processorTime().minus(processorBefore));
    }

    /** From publishing to receipt, of events one after the other. */
    Latencies singles(int count) throws IOException {
        ask("singles", count);
        Latencies found = sink.takeLatencies();
        if (found.count() != count) {
            throw new IllegalStateException(
                    label() + " made " + found.count() + " requests for " + count + " single events");
        }
        return found;
    }

    void hang(int count) throws IOException {
        ask("hang", count);
    }

    void park(int count) throws IOException {
        ask("park", count);
    }

    private Tally tally() throws IOException {
        return Tally.parse(ask("tally", 0));
    }

    private String ask(String command, int number) throws IOException {
        return process.ask(command + " " + number);
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
