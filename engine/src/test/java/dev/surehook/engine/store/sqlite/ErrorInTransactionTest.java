package dev.surehook.engine.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import dev.surehook.signatures.Headers;
import java.nio.file.Path;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All writes share one connection: what one of them leaves open, the next one would commit. */
class ErrorInTransactionTest {
    private static final SourceName SHOP = new SourceName("shop");

    @TempDir
    Path folder;

    private static NewEvent event(String id) {
        return NewEvent.of(new Event(SHOP, id, "t", Instant.EPOCH, Headers.empty(), new byte[] {1}), Optional.empty());
    }

    @Test
    void what_a_transaction_did_before_an_error_is_undone_and_the_next_one_goes_on() {
        try (SqliteStore store = SqliteStore.open(folder, InstantSource.system())) {
            assertThat(store.append(List.of(event("e1")))).containsExactly(Appended.STORED);
            Claimed work = store.claim(SHOP, 1, Duration.ofSeconds(30)).get(0);
            Finish end = new Finish(work.lease(), Instant.now(), Duration.ZERO, new Finish.Processed(), "");

            assertThatThrownBy(() -> store.finish(end, connection -> {
                        try (Statement statement = connection.createStatement()) {
                            statement.executeUpdate("INSERT INTO surehook_setting (name, value) VALUES ('half', 'x')");
                        }
                        throw new OutOfMemoryError("of a test");
                    }))
                    .isInstanceOf(OutOfMemoryError.class);

            assertThat(store.append(List.of(event("e1"), event("e2"))))
                    .containsExactly(Appended.DUPLICATE, Appended.STORED);
            assertThat(store.settingOrElse("half", "undone")).isEqualTo("undone");
            assertThat(store.list(EventLog.Query.newest(10)).events()).hasSize(2);
            assertThat(store.finish(List.of(end))).containsExactly(true);
        }
    }
}
