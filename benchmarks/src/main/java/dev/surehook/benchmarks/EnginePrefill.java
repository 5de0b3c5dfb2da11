package dev.surehook.benchmarks;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.postgresql.PostgresSettings;
import dev.surehook.engine.store.postgresql.PostgresStore;
import dev.surehook.engine.store.sqlite.SqliteStore;
import dev.surehook.signatures.Headers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/**
 * Fills Surehook's store before the server is started, through the engine's own append in large batches. The events are
 * what the load client sends, with random ids, and are marked as ignored, so that no work waits for them.
 */
final class EnginePrefill {
    private static final int BATCH = 512;
    private static final int REPORT_EVERY = 500_000;
    private static final SourceName SOURCE = new SourceName("ycloud");

    private EnginePrefill() {}

    /** @param receivedAt of all the events */
    static void fill(dev.surehook.benchmarks.Store kind, Path data, String jdbcUrl, long events, Instant receivedAt) {
        try (Store store = kind == dev.surehook.benchmarks.Store.SQLITE
                ? SqliteStore.open(data, InstantSource.system())
                : PostgresStore.open(new PostgresSettings(jdbcUrl, Optional.empty(), Optional.empty(), 4))) {
            Random random = new Random(events);
            String padding = "x".repeat(880);
            Headers headers = Headers.of("Content-Type", "application/json", "Host", "127.0.0.1");
            for (long stored = 0; stored < events; stored += BATCH) {
                List<NewEvent> batch = new ArrayList<>(BATCH);
                for (int i = 0; i < BATCH; i++) {
                    String id = new UUID(random.nextLong(), random.nextLong()).toString();
                    byte[] body = ("{\"id\":\"" + id + "\",\"type\":\"whatsapp.message.updated\",\"p\":\"" + padding
                                    + "\"}")
                            .getBytes(StandardCharsets.UTF_8);
                    batch.add(NewEvent.of(
                            new Event(SOURCE, id, "whatsapp.message.updated", receivedAt, headers, body),
                            Optional.of("stored before the benchmark")));
                }
                store.append(batch);
                if (stored % REPORT_EVERY < BATCH) {
                    System.out.printf("%d of %d events stored%n", stored, events);
                }
            }
        }
    }
}
