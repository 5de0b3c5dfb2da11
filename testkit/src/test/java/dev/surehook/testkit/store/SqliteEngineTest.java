package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.inbox.Inbox;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteEngineTest extends EngineContract {
    @TempDir
    Path folder;

    @Override
    Store openStore() {
        return SqliteStore.open(folder, InstantSource.system());
    }

    @Test
    void F2_C11_a_locked_file_gives_quick_refusals_and_the_inbox_comes_back_by_itself() throws Exception {
        try (Store store = openStore();
                Inbox inbox = new Inbox(store, InstantSource.system(), EngineListener.SILENT, stored -> {});
                Connection outsider = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("surehook.db"));
                Statement statement = outsider.createStatement()) {
            assertThat(inbox.accept(Requests.source("ycloud"), Requests.signed("before")))
                    .isInstanceOf(AcceptOutcome.Accepted.class);
            statement.execute("BEGIN IMMEDIATE");

            long began = System.nanoTime();
            assertThat(inbox.accept(Requests.source("ycloud"), Requests.signed("during")))
                    .isInstanceOf(AcceptOutcome.Unavailable.class);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
            assertThat(inbox.isAvailable()).isFalse();

            statement.execute("ROLLBACK");
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (!inbox.isAvailable()) {
                assertThat(System.nanoTime()).as("back by itself").isLessThan(deadline);
                TimeUnit.MILLISECONDS.sleep(10);
            }
            assertThat(inbox.accept(Requests.source("ycloud"), Requests.signed("during")))
                    .isInstanceOf(AcceptOutcome.Accepted.class);
            Event event = store.find(store.refOf(Requests.source("ycloud").name(), "during"))
                    .orElseThrow()
                    .event();
            assertThat(event.id()).isEqualTo("during");
        }
    }
}
