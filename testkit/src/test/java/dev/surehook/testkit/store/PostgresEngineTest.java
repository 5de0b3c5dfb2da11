package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.inbox.Inbox;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.postgresql.PostgresSettings;
import dev.surehook.engine.store.postgresql.PostgresStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresEngineTest extends EngineContract {

    private Optional<PostgresSettings> settings = Optional.empty();

    @Override
    Store openStore() throws Exception {
        if (settings.isEmpty()) {
            settings = Optional.of(TestPostgres.freshDatabase());
        }
        return PostgresStore.open(settings.get());
    }

    @Test
    void C11_a_stopped_server_gives_quick_refusals_and_the_inbox_comes_back_by_itself(@TempDir Path data)
            throws Exception {
        EmbeddedPostgres first = TestPostgres.builder(data).start();
        int port = first.getPort();
        try (Store store = PostgresStore.open(TestPostgres.settings(first, "postgres"));
                Inbox inbox = new Inbox(store, InstantSource.system(), EngineListener.SILENT, stored -> {})) {
            assertThat(inbox.accept(Requests.source("ycloud"), Requests.signed("before")))
                    .isInstanceOf(AcceptOutcome.Accepted.class);

            first.close();

            long began = System.nanoTime();
            assertThat(inbox.accept(Requests.source("ycloud"), Requests.signed("during")))
                    .isInstanceOf(AcceptOutcome.Unavailable.class);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
            assertThat(inbox.isAvailable()).isFalse();

            try (EmbeddedPostgres second =
                    TestPostgres.builder(data).setPort(port).start()) {
                long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
                while (!inbox.isAvailable()) {
                    assertThat(System.nanoTime()).as("back by itself").isLessThan(deadline);
                    TimeUnit.MILLISECONDS.sleep(20);
                }
                assertThat(inbox.accept(Requests.source("ycloud"), Requests.signed("during")))
                        .isInstanceOf(AcceptOutcome.Accepted.class);
                assertThat(inbox.accept(Requests.source("ycloud"), Requests.signed("before")))
                        .isInstanceOf(AcceptOutcome.Duplicate.class);
                assertThat(store.list(EventLog.Query.newest(10)).events()).hasSize(2);
                assertThat(second.getPort()).isEqualTo(port);
            }
        }
    }
}
