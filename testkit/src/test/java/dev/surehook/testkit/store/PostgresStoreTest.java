package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.postgresql.PostgresSettings;
import dev.surehook.engine.store.postgresql.PostgresStore;
import dev.surehook.engine.store.sql.Migrations;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PostgresStoreTest extends StoreContract {
    private PostgresSettings settings =
            new PostgresSettings("jdbc:postgresql://localhost/none", Optional.empty(), Optional.empty(), 4);

    @Override
    protected Store openEmpty() throws Exception {
        settings = TestPostgres.freshDatabase();
        return PostgresStore.open(settings);
    }

    @Override
    protected Store reopen() {
        return PostgresStore.open(settings);
    }

    @Override
    protected Store anotherNode() {
        return PostgresStore.open(settings);
    }

    @Override
    protected void pass(Duration time) throws Exception {
        for (String sql : AGEING) {
            try (Connection connection = DriverManager.getConnection(settings.jdbcUrl());
                    PreparedStatement update = connection.prepareStatement(sql)) {
                update.setLong(1, time.toMillis());
                update.executeUpdate();
            }
        }
    }

    @Test
    void F8_two_nodes_that_start_on_an_empty_database_make_its_tables_once() throws Exception {
        PostgresSettings fresh = TestPostgres.freshDatabase();
        for (int start = 0; start < 3; start++) {
            List<Store> nodes = inParallel(6, () -> PostgresStore.open(fresh));
            nodes.forEach(Store::close);
        }

        try (Connection connection = DriverManager.getConnection(fresh.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT max(version) FROM surehook_schema")) {
            row.next();
            assertThat(row.getInt(1)).isEqualTo(Migrations.VERSION);
        }
    }

    @Test
    void C1_copies_to_two_nodes_in_opposite_order_are_stored_once_and_nobody_waits_for_ever() throws Exception {
        try (Store other = PostgresStore.open(settings)) {
            List<NewEvent> events = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                events.add(event(SHOP, "e" + i, "{}"));
            }
            List<NewEvent> reversed = new ArrayList<>(events);
            Collections.reverse(reversed);
            ExecutorService threads = Executors.newFixedThreadPool(2);
            try {
                Future<List<Appended>> here = threads.submit(() -> store().append(events));
                Future<List<Appended>> there = threads.submit(() -> other.append(reversed));
                List<Appended> all = new ArrayList<>(here.get());
                all.addAll(there.get());
                assertThat(all).filteredOn(Appended.STORED::equals).hasSize(100);
                assertThat(all).filteredOn(Appended.DUPLICATE::equals).hasSize(100);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    @Test
    void C3_a_killed_nodes_event_is_taken_over_by_another_and_the_late_one_cannot_finish() throws Exception {
        store().append(List.of(event(SHOP, "e1", "{}")));
        try (Store other = PostgresStore.open(settings)) {
            Claimed dead = store().claim(SHOP, 1, LEASE).get(0);
            assertThat(other.claim(SHOP, 1, LEASE)).isEmpty();
            pass(LEASE.plusSeconds(1));
            Claimed taken = other.claim(SHOP, 1, LEASE).get(0);
            assertThat(taken.lease().attempt()).isEqualTo(2);
            assertThat(store().finish(List.of(done(dead)))).containsExactly(false);
            assertThat(other.finish(List.of(done(taken)))).containsExactly(true);
        }
    }

    private static Finish done(Claimed work) {
        return new Finish(work.lease(), Instant.now(), Duration.ZERO, new Finish.Processed(), "");
    }

    @Test
    void claims_update_in_place() throws Exception {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        store().append(events);
        for (int i = 0; i < 10; i++) {
            store().claim(SHOP, 50, LEASE);
        }
        try (Connection connection = DriverManager.getConnection(settings.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
            try (ResultSet row = statement.executeQuery("SELECT n_tup_hot_upd, n_tup_upd FROM pg_stat_user_tables"
                    + " WHERE relname = 'surehook_inbox_ready'")) {
                row.next();
                assertThat(row.getLong(1)).isEqualTo(row.getLong(2));
            }
        }
    }

    @Test
    void an_unreachable_server_is_one_clear_line() {
        PostgresSettings nowhere = new PostgresSettings(
                "jdbc:postgresql://127.0.0.1:1/none?password=hush", Optional.empty(), Optional.empty(), 4);
        assertThatThrownBy(() -> PostgresStore.open(nowhere))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("127.0.0.1:1")
                .hasMessageContaining("check that it runs")
                .message()
                .doesNotContain("hush")
                .doesNotContain("\n");
    }

    private static <T> List<T> inParallel(int times, Callable<T> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(times);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(Collections.nCopies(times, task))) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
