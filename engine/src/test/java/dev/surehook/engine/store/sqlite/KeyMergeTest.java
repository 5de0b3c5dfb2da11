package dev.surehook.engine.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.signatures.Headers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyMergeTest {
    private static final SourceName SHOP = new SourceName("shop");
    private static final int MERGE_AT = 2_500;

    @TempDir
    Path folder;

    private SqliteStore open() {
        return SqliteStore.open(folder, InstantSource.system(), MERGE_AT);
    }

    private static List<NewEvent> events(int from, int to) {
        List<NewEvent> events = new ArrayList<>();
        for (int i = from; i < to; i++) {
            byte[] body = {(byte) i};
            events.add(NewEvent.of(
                    new Event(SHOP, "e" + i, "t", Instant.EPOCH, Headers.empty(), body), Optional.of("test")));
        }
        return events;
    }

    private long count(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("surehook.db"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void awaitMerged(long keys) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (count("SELECT count(*) FROM surehook_inbox_key") < keys
                || count("SELECT count(*) FROM surehook_inbox_key_tail") > 0) {
            assertThat(System.nanoTime()).as("merged in time").isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void keys_move_from_the_tail_to_the_table_and_repeats_are_known_all_the_while() throws Exception {
        try (SqliteStore store = open()) {
            for (int from = 0; from < 3_000; from += 100) {
                store.append(events(from, from + 100));
                assertThat(store.append(events(0, 5))).containsOnly(Appended.DUPLICATE);
            }
            awaitMerged(3_000);
            for (int from = 0; from < 3_000; from += 100) {
                assertThat(store.append(events(from, from + 100))).containsOnly(Appended.DUPLICATE);
            }
            assertThat(store.find(events(7, 8).get(0).key().ref())).isPresent();
            assertThat(store.append(events(3_000, 3_010))).containsOnly(Appended.STORED);
        }
    }

    @Test
    void keys_of_both_places_are_known_after_a_restart() throws Exception {
        try (SqliteStore store = open()) {
            store.append(events(0, 2_600));
            awaitMerged(2_600);
            store.append(events(2_600, 2_700));
        }
        assertThat(count("SELECT count(*) FROM surehook_inbox_key_tail")).isEqualTo(1);
        try (SqliteStore store = open()) {
            assertThat(store.append(events(0, 2_700))).containsOnly(Appended.DUPLICATE);
            assertThat(store.append(events(2_700, 2_701))).containsExactly(Appended.STORED);
        }
        assertThat(count("SELECT count(*) FROM surehook_inbox_event")).isEqualTo(2_701);
    }

    @Test
    void a_merge_that_was_cut_off_leaves_keys_in_both_places_and_harms_nothing() throws Exception {
        List<NewEvent> events = events(0, 100);
        try (SqliteStore store = open()) {
            store.append(events);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("surehook.db"));
                java.sql.PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO surehook_inbox_key (key, id) VALUES (?, ?)")) {
            insert.setBytes(1, events.get(0).key().bytes());
            insert.setLong(2, 1);
            insert.executeUpdate();
        }
        try (SqliteStore store = open()) {
            assertThat(store.append(events)).containsOnly(Appended.DUPLICATE);
            store.append(events(100, 2_600));
            awaitMerged(2_600);
            assertThat(store.append(events(0, 2_600))).containsOnly(Appended.DUPLICATE);
        }
    }

    @Test
    void a_full_disk_is_an_outage_and_ends_when_there_is_room() throws Exception {
        try (SqliteStore store = open()) {
            store.append(events(0, 10));
            store.limitPages(1);
            byte[] large = new byte[200_000];
            NewEvent big =
                    NewEvent.of(new Event(SHOP, "big", "t", Instant.EPOCH, Headers.empty(), large), Optional.empty());
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> store.append(List.of(big)))
                    .isInstanceOf(dev.surehook.engine.StoreUnavailable.class)
                    .hasMessageContaining("disk is full");
            store.limitPages(1_000_000);
            assertThat(store.append(List.of(big))).containsExactly(Appended.STORED);
            assertThat(store.append(List.of(big))).containsExactly(Appended.DUPLICATE);
        }
    }

    @Test
    void F1_the_log_file_stays_small_while_somebody_reads_all_the_time() throws Exception {
        try (SqliteStore store = open()) {
            byte[] body = new byte[20_000];
            long largest = 0;
            for (int i = 0; i < 4_000; i++) {
                body[0] = (byte) i;
                store.append(List.of(NewEvent.of(
                        new Event(SHOP, "x" + i, "t", Instant.EPOCH, Headers.empty(), body.clone()),
                        Optional.of("test"))));
                if (i % 20 == 0) {
                    store.list(dev.surehook.engine.store.EventLog.Query.newest(50));
                    largest = Math.max(largest, java.nio.file.Files.size(folder.resolve("surehook.db-wal")));
                }
            }
            assertThat(largest).isLessThan(70L << 20);
        }
    }
}
