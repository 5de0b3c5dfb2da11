package dev.surehook.testkit.crash;

import java.time.Duration;
import java.util.Optional;

class SqliteSendingCrashTest extends SendingCrashContract {

    @Override
    CrashDatabase database() {
        return new SqliteFolders(scratch);
    }

    /** Longer than any test: what a dead process sent must be free because it is dead. */
    @Override
    Optional<Duration> busy() {
        return Optional.of(Duration.ofHours(1));
    }

    @Override
    Duration promise() {
        return Duration.ofSeconds(30);
    }
}
