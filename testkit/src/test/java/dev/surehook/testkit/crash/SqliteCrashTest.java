package dev.surehook.testkit.crash;

import java.time.Duration;

class SqliteCrashTest extends CrashContract {

    @Override
    CrashDatabase database() {
        return new SqliteFolders(scratch);
    }

    /** Longer than any test: what a dead process held must be free because it is dead. */
    @Override
    Duration lease() {
        return Duration.ofHours(1);
    }

    @Override
    Duration promise() {
        return Duration.ofSeconds(30);
    }
}
