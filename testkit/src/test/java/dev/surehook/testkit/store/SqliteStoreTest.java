package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.sqlite.SqliteStore;
import dev.surehook.testkit.clock.ManualClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends StoreContract {
    private final ManualClock clock = new ManualClock(Instant.now());

    @TempDir
    Path folder;

    @Override
    protected Store openEmpty() {
        return SqliteStore.open(folder, clock);
    }

    @Override
    protected Store reopen() {
        return SqliteStore.open(folder, clock);
    }

    @Override
    protected void pass(Duration time) {
        clock.advance(time);
    }

    private Connection outsider() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("surehook.db"));
    }

    @Test
    void F2_a_lock_from_outside_is_an_outage_that_ends_by_itself() throws Exception {
        try (Connection outsider = outsider();
                Statement statement = outsider.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            assertThatThrownBy(() -> store().append(List.of(event(SHOP, "e1", "{}"))))
                    .isInstanceOf(StoreUnavailable.class)
                    .hasMessageContaining("another process holds the lock");
            statement.execute("ROLLBACK");
        }
        assertThat(store().append(List.of(event(SHOP, "e1", "{}")))).containsExactly(Appended.STORED);
    }

    @Test
    void an_event_whose_commit_failed_is_new_when_it_comes_again() throws Exception {
        store().append(List.of(event(SHOP, "before", "{}")));
        try (Connection outsider = outsider();
                Statement statement = outsider.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            assertThatThrownBy(() -> store().append(List.of(event(SHOP, "e1", "{}"), event(SHOP, "e2", "{}"))))
                    .isInstanceOf(StoreUnavailable.class);
            statement.execute("ROLLBACK");
        }
        assertThat(store().append(List.of(event(SHOP, "e1", "{}"), event(SHOP, "e2", "{}"))))
                .containsExactly(Appended.STORED, Appended.STORED);
        assertThat(store().claim(SHOP, 10, LEASE)).hasSize(3);
    }

    @Test
    void a_new_data_folder_is_for_its_user_only() throws Exception {
        Path fresh = folder.resolve("deep/down");
        SqliteStore.open(fresh, clock).close();

        assertThat(java.nio.file.Files.getPosixFilePermissions(fresh))
                .isEqualTo(java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void an_erased_payload_cannot_be_read_from_any_file() throws Exception {
        NewEvent small = event(SHOP, "small", "erase-me-please ".repeat(20));
        NewEvent large = event(SHOP, "large", "erase-me-please ".repeat(20_000));
        store().append(List.of(small, large, event(SHOP, "other", "keep-me")));

        assertThat(store().erase(small.key().ref())).isTrue();
        assertThat(store().erase(large.key().ref())).isTrue();

        try (java.util.stream.Stream<Path> files = java.nio.file.Files.list(folder)) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(new String(
                                    java.nio.file.Files.readAllBytes(file),
                                    java.nio.charset.StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain("erase-me"));
        }
    }

    @Test
    void closing_leaves_one_file_and_no_log() {
        store().append(List.of(event(SHOP, "e1", "{}")));
        store().close();

        assertThat(folder.resolve("surehook.db-wal")).doesNotExist();
        assertThat(folder.resolve("surehook.db")).exists();
    }

    @Test
    void a_second_process_is_told_to_take_another_folder() {
        assertThatThrownBy(() -> SqliteStore.open(folder, clock))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("in use by another Surehook process");
    }

    @Test
    void F8_a_database_of_a_newer_program_is_left_alone() throws Exception {
        store().close();
        try (Connection outsider = outsider();
                Statement statement = outsider.createStatement()) {
            statement.execute("INSERT INTO surehook_schema (version, oldest_program) VALUES (99, 99)");
        }
        assertThatThrownBy(this::reopen)
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("newer than this program");
        try (Connection outsider = outsider();
                Statement statement = outsider.createStatement()) {
            statement.execute("DELETE FROM surehook_schema WHERE version = 99");
        }
        reopen().close();
    }

    @Test
    void a_newer_database_that_says_that_this_program_may_use_it_is_used() throws Exception {
        store().close();
        try (Connection outsider = outsider();
                Statement statement = outsider.createStatement()) {
            statement.execute("INSERT INTO surehook_schema (version, oldest_program) VALUES (99, 1)");
        }
        reopen().close();
    }

    @Test
    void a_file_that_is_no_database_is_named() throws Exception {
        store().close();
        java.nio.file.Files.writeString(folder.resolve("surehook.db"), "this is a shopping list, not a database");
        assertThatThrownBy(this::reopen).isInstanceOf(StartFailure.class).hasMessageContaining("cannot be opened");
    }
}
