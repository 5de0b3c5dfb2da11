package dev.surehook.testkit.crash;

import dev.surehook.testkit.store.TestMariaDb;
import java.time.Duration;
import java.util.Optional;

/** In an application's own database, as the starter has it. */
class MariaDbSendingCrashTest extends SendingCrashContract {

    @Override
    CrashDatabase database() {
        return () -> CrashDatabase.made(CrashDatabase.HOST + TestMariaDb.freshDatabase());
    }

    @Override
    Optional<Duration> busy() {
        return Optional.of(Duration.ofSeconds(4));
    }

    @Override
    Duration promise() {
        return Duration.ofSeconds(34);
    }
}
