package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.host.HostSettings.Schema;
import dev.surehook.engine.work.NoTurn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostSqliteTest extends HostContract {
    @TempDir
    Path folder;

    @Override
    String kind() {
        return "sqlite";
    }

    @Override
    String freshUrl() {
        return "jdbc:sqlite:" + folder.resolve(UUID.randomUUID() + ".db") + "?journal_mode=WAL&synchronous=FULL";
    }

    @Override
    void age(String jdbcUrl, Duration time) {
        clock.advance(time);
    }

    @Test
    void a_pool_that_does_not_wait_for_its_disk_is_refused_unless_accepted() {
        String url = freshUrl().replace("synchronous=FULL", "synchronous=NORMAL");
        assertThatThrownBy(() -> open(pool(url), Schema.MIGRATE))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("synchronous = NORMAL")
                .hasMessageContaining("set synchronous = FULL");

        assertThat(openUnsafely(pool(url)).warning())
                .hasValueSatisfying(warning -> assertThat(warning).contains("synchronous = NORMAL"));
    }

    @Test
    void F2_a_lock_from_outside_is_an_outage_of_seconds_that_ends_by_itself() throws Exception {
        // However long the application's own connections would wait.
        var patient = open(pool(url() + "&busy_timeout=60000"), Schema.MIGRATE);
        try (Connection outsider = DriverManager.getConnection(url());
                Statement statement = outsider.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            long began = System.nanoTime();
            assertThatThrownBy(() -> patient.append(List.of(event(SHOP, "e1", "{}"))))
                    .isInstanceOf(StoreUnavailable.class)
                    .hasMessageContaining("another connection holds the lock");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
            statement.execute("ROLLBACK");
        }
        assertThat(patient.append(List.of(event(SHOP, "e1", "{}")))).containsExactly(Appended.STORED);
    }

    @Test
    void events_are_taken_before_the_next_handler_however_many_stand_in_line() throws Exception {
        append(event(SHOP, "so that the source has its number", "{}"));
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch firstMayEnd = new CountDownLatch(1);
        CountDownLatch stored = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(5);
        try {
            Future<Boolean> first = threads.submit(() -> store().inTurn(() -> {
                firstRuns.countDown();
                return firstMayEnd.await(10, TimeUnit.SECONDS);
            }));
            firstRuns.await();
            List<Future<Boolean>> line = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                line.add(threads.submit(() -> store().inTurn(() -> stored.await(10, TimeUnit.SECONDS))));
            }
            Thread intake = new Thread(() -> {
                append(event(SHOP, "e1", "{}"));
                stored.countDown();
            });
            intake.start();
            while (intake.getState() != Thread.State.TIMED_WAITING) {
                LockSupport.parkNanos(1_000_000);
            }
            firstMayEnd.countDown();

            assertThat(first.get()).isTrue();
            for (Future<Boolean> each : line) {
                assertThat(each.get()).as("ran after the event was stored").isTrue();
            }
            intake.join();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_handler_that_writes_for_too_long_is_an_outage_and_not_a_wait_without_end() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<?> handler = threads.submit(() -> store().inTurn(() -> {
                runs.countDown();
                mayEnd.await();
                return true;
            }));
            runs.await();
            assertThatThrownBy(() -> append(event(SHOP, "e1", "{}")))
                    .isInstanceOf(StoreUnavailable.class)
                    .hasMessageContaining("a handler has been writing");
            assertThatThrownBy(() -> store().inTurn(() -> true))
                    .as("the next handler gives up while its lease has time left")
                    .isInstanceOf(NoTurn.class);
            mayEnd.countDown();
            handler.get();
        } finally {
            threads.shutdownNow();
        }
        assertThat(append(event(SHOP, "e1", "{}"))).isEqualTo(Appended.STORED);
    }

    @Test
    void a_transaction_that_begins_in_turn_may_read_and_write_whatever_happened_before() throws Exception {
        createBookings();
        try (Connection application = pool().getConnection();
                Connection other = pool().getConnection()) {
            application.setAutoCommit(false);
            store().beginIn(application);
            try (Statement statement = application.createStatement()) {
                statement.executeQuery("SELECT count(*) FROM booking").close();
            }
            other.createStatement().execute("PRAGMA busy_timeout = 1");
            assertThatThrownBy(() -> book(other, "in between")).hasMessageContaining("SQLITE_BUSY");
            book(application, "e1");
            application.commit();
            application.setAutoCommit(true);
        }
        assertThat(bookings("e1")).isEqualTo(1);
    }

    @Test
    void a_pool_of_one_connection_is_enough() {
        try (var single = Pools.of(url(), 1)) {
            var store = open(single, Schema.MIGRATE);
            store.append(List.of(event(SHOP, "e1", "{}")));
            var work = store.claim(SHOP, 1, LEASE);
            assertThat(store.finish(List.of(processed(work.get(0))))).containsExactly(true);
        }
    }
}
