package dev.surehook.testkit.outbox;

import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.DueDelivery;
import dev.surehook.engine.outbox.ResendJobStore;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.profile.SendingProfile.SuspensionRule;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.postgresql.PostgresSettings;
import dev.surehook.engine.store.postgresql.PostgresStore;
import dev.surehook.engine.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A process that goes on with jobs, and has every delivery arrive that they queue, until it is killed or all is done. */
final class JobProgram {
    private static final SuspensionRule NEVER = new SuspensionRule(0, Duration.ofMinutes(1), Duration.ofMinutes(1));
    private static final Duration BUSY = Duration.ofSeconds(1);

    private JobProgram() {}

    /** @param place a PostgreSQL URL, or a folder for SQLite */
    static Store open(String place) {
        return place.startsWith("jdbc:")
                ? PostgresStore.open(new PostgresSettings(place, Optional.empty(), Optional.empty(), 4))
                : SqliteStore.open(Path.of(place), InstantSource.system());
    }

    static Process start(String place, Path errors) {
        try {
            return new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            // A killed process leaves its native library behind.
                            "-Djava.io.tmpdir=" + errors.getParent(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            JobProgram.class.getName(),
                            place)
                    .redirectError(errors.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] arguments) {
        try (Store store = open(arguments[0])) {
            SendingStore sending = store.sending();
            ResendJobStore jobs = sending.jobs();
            while (jobs.next().isPresent()) {
                if (jobs.next().get().in().isZero()) {
                    jobs.step(jobs.next().get().job());
                    System.out.println("step");
                    System.out.flush();
                }
                deliver(sending);
            }
        }
    }

    static void deliver(SendingStore sending) {
        List<DueDelivery> due = sending.claim(10, 500, BUSY, Set.of());
        sending.finish(due.stream()
                .map(delivery -> new DeliveryEnd(
                        delivery,
                        Instant.now(),
                        Duration.ZERO,
                        new DeliveryEnd.Delivered(),
                        204,
                        "arrived",
                        new byte[1],
                        Optional.empty(),
                        NEVER))
                .toList());
    }
}
