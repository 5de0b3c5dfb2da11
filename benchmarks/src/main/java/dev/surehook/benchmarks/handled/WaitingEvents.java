package dev.surehook.benchmarks.handled;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.benchmarks.handled.contender.Contender;
import dev.surehook.benchmarks.handled.contender.Item;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.host.HostSettings;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import dev.surehook.signatures.Headers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** A database of Surehook in which a fixed number of events waits. Used by one thread. */
final class WaitingEvents implements AutoCloseable {
    private static final SourceName SOURCE = new SourceName("ycloud");
    private static final Duration LEASE = Duration.ofSeconds(45);
    private static final int BATCH = 1_000;
    private static final int REPORT_EVERY = 100_000;

    private final String name;
    private final HikariDataSource dataSource;
    private HostStore store;
    private long made;

    private WaitingEvents(String name, HikariDataSource dataSource) {
        this.name = name;
        this.dataSource = dataSource;
        this.store = open(dataSource, HostSettings.Schema.MIGRATE);
    }

    static WaitingEvents in(String name, String jdbcUrl) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(4);
        return new WaitingEvents(name, new HikariDataSource(config));
    }

    private static HostStore open(DataSource dataSource, HostSettings.Schema schema) {
        return HostStore.open(dataSource, new HostSettings(schema, false, InstantSource.system()));
    }

    String jdbcUrl() {
        return dataSource.getJdbcUrl();
    }

    void add(int count) {
        for (int left = count; left > 0; left -= BATCH) {
            String prefix = name + made++;
            store.append(Item.series(prefix, Math.min(left, BATCH)).stream()
                    .map(WaitingEvents::event)
                    .toList());
            if (left % REPORT_EVERY == 0) {
                System.out.printf("%s: %,d more to store%n", name, left);
            }
        }
    }

    private static NewEvent event(Item item) {
        byte[] body =
                ("{\"id\":\"" + item.id() + "\",\"note\":\"" + item.note() + "\"}").getBytes(StandardCharsets.UTF_8);
        Headers headers = Headers.of("Content-Type", "application/json");
        return NewEvent.of(new Event(SOURCE, item.id(), "message", Instant.now(), headers, body), Optional.empty());
    }

    /** Takes up to as many events as a source works on at a time; they are marked as processed. */
    Taken take() {
        long began = System.nanoTime();
        List<Claimed> claimed = store.claim(SOURCE, Contender.THREADS, LEASE);
        long nanos = System.nanoTime() - began;
        if (!claimed.isEmpty()) {
            store.finish(claimed.stream().map(WaitingEvents::processed).toList());
        }
        return new Taken(claimed.size(), nanos);
    }

    /** Takes as {@link #take} does, puts as many new events in their place, and says how long the claim took. */
    long takeAndReplace() {
        Taken taken = take();
        if (taken.events() < Contender.THREADS) {
            throw new IllegalStateException(name + " gave " + taken.events() + " events");
        }
        add(taken.events());
        return taken.nanos();
    }

    private static Finish processed(Claimed work) {
        return new Finish(work.lease(), Instant.now(), Duration.ZERO, new Finish.Processed(), "benchmark");
    }

    /** Goes on as a process does that was just started and remembers nothing. */
    void restart() {
        store.close();
        store = open(dataSource, HostSettings.Schema.REQUIRE);
    }

    /** Leaves no difference by whether PostgreSQL's own housekeeping has been here yet. */
    void tidy() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("vacuum (analyze)");
        }
    }

    /** Takes {@code count} events, untimed. */
    void workOff(int count) {
        for (int left = count; left > 0; ) {
            int taken = take().events();
            if (taken == 0) {
                throw new IllegalStateException(name + " has no more events");
            }
            left -= taken;
        }
    }

    /** Has PostgreSQL plan from now on as for the present state, as it does until its housekeeping comes by again. */
    void freezeStatistics() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("analyze");
            statement.execute("alter table surehook_inbox_ready set (autovacuum_enabled = false)");
        }
    }

    @Override
    public void close() {
        store.close();
        dataSource.close();
    }

    /** @param nanos that the claim took */
    record Taken(int events, long nanos) {}
}
