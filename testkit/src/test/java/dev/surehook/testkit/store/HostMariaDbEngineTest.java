package dev.surehook.testkit.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.host.HostSettings;
import dev.surehook.engine.store.host.HostSettings.Schema;
import dev.surehook.engine.store.host.HostStore;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

class HostMariaDbEngineTest extends EngineContract {
    private Optional<HikariDataSource> pool = Optional.empty();

    @Override
    Store openStore() throws Exception {
        if (pool.isEmpty()) {
            pool = Optional.of(Pools.of(TestMariaDb.freshDatabase()));
        }
        return HostStore.open(pool.get(), new HostSettings(Schema.MIGRATE, false, InstantSource.system()));
    }

    @Override
    @AfterEach
    void stop() {
        super.stop();
        pool.ifPresent(HikariDataSource::close);
    }
}
