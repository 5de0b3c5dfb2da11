package dev.surehook.benchmarks;

import dev.surehook.benchmarks.load.LoadClient;
import dev.surehook.benchmarks.load.LoadPlan;
import dev.surehook.benchmarks.load.LoadResult;
import dev.surehook.benchmarks.load.Probe;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A started contender. It counts what it acknowledged, to compare that with what it stored. */
final class Receiver implements AutoCloseable {

    private static final long START_NANOS = TimeUnit.MINUTES.toNanos(3);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String label;
    private final Contender contender;
    private final ChildProcess process;
    private final int port;
    private final String jdbcUrl;
    private final Duration startup;
    private long acknowledged;

    private Receiver(String label, Contender contender, ChildProcess process, int port, String jdbcUrl)
            throws IOException {
        long start = System.nanoTime();
        this.label = label;
        this.contender = contender;
        this.process = process;
        this.port = port;
        this.jdbcUrl = jdbcUrl;
        awaitFirstAccepted();
        this.startup = Duration.ofNanos(System.nanoTime() - start);
        requireVerification();
    }

    /**
     * Waits until the started {@code process} has accepted an event.
     *
     * @throws IOException when it ends, does not come up within three minutes, or accepts an altered event
     */
    static Receiver awaitReady(String label, Contender contender, ChildProcess process, int port, String jdbcUrl)
            throws IOException {
        try {
            return new Receiver(label, contender, process, port, jdbcUrl);
        } catch (IOException e) {
            process.close();
            throw e;
        }
    }

    String label() {
        return label;
    }

    Contender contender() {
        return contender;
    }

    /** Where its tables are, for counting and filling from outside. */
    String jdbcUrl() {
        return jdbcUrl;
    }

    /** From process start to the first accepted event. */
    Duration startup() {
        return startup;
    }

    Sample load(Load load) throws IOException {
        Duration before = process.processorTime();
        LoadResult result = LoadClient.run(new LoadPlan(
                port, Workbench.SECRET, load.connections(), load.warmup(), load.counted(), load.rate(), load.ids()));
        acknowledged += result.acknowledged();
        return new Sample(result, process.processorTime().minus(before));
    }

    /**
     * Fails when fewer events are stored than were answered with 204.
     *
     * @param preloaded events that were put in from outside
     */
    void requireAllStored(long preloaded) {
        if (contender.rowsQuery().isEmpty()) {
            return;
        }
        long rows = count(contender.rowsQuery().get());
        System.out.printf("%s: %d acknowledged, %d stored%n", label, acknowledged + preloaded, rows);
        if (rows < acknowledged + preloaded) {
            throw new IllegalStateException(label + " acknowledged events that it did not store");
        }
    }

    /** The number that a query gives. */
    long count(String query) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitFirstAccepted() throws IOException {
        Probe probe = new Probe(port, Workbench.SECRET);
        long deadline = System.nanoTime() + START_NANOS;
        String last = "no answer";
        while (process.isAlive() && System.nanoTime() < deadline) {
            try {
                int status = probe.statusOfGoodEvent();
                if (status == 204) {
                    acknowledged++;
                    return;
                }
                last = "status " + status;
            } catch (IOException e) {
                last = String.valueOf(e.getMessage());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        throw new IOException(label + " accepted no event (" + last + "); its output ends:\n" + process.logTail());
    }

    private void requireVerification() throws IOException {
        int status = new Probe(port, Workbench.SECRET).statusOfTamperedEvent();
        if (status != 401) {
            throw new IOException(label + " answered an altered event with " + status + ", not 401");
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
