package dev.surehook.testkit.outbox;

import dev.surehook.testkit.store.TestPostgres;

class PostgresRecoveryTest extends RecoveryContract {
    @Override
    String emptyPlace() throws Exception {
        return TestPostgres.freshDatabase().jdbcUrl();
    }
}
