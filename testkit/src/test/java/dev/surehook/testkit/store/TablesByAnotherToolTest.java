package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.store.host.HostSettings;
import dev.surehook.engine.store.host.HostStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.InstantSource;
import javax.sql.DataSource;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The application's own tool makes the tables, with the script in the jar as it stands. */
class TablesByAnotherToolTest {
    private static final HostSettings LOOK_ONLY =
            new HostSettings(HostSettings.Schema.REQUIRE, false, InstantSource.system());

    private static DataSource source(String url) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        return source;
    }

    private static void requireUsable(DataSource source) {
        try (HostStore store = HostStore.open(source, LOOK_ONLY)) {
            assertThat(store.settingOrElse("made-by", "another tool")).isEqualTo("another tool");
        }
    }

    @Test
    void flyway_runs_it_as_a_repeatable_migration() throws Exception {
        DataSource source = source(TestPostgres.freshDatabase().jdbcUrl());
        for (int start = 0; start < 2; start++) {
            Flyway.configure()
                    .dataSource(source)
                    .locations("classpath:dev/surehook/schema/postgresql")
                    .load()
                    .migrate();
            requireUsable(source);
        }
    }

    @Test
    void liquibase_runs_it_as_a_file() throws Exception {
        String url = TestPostgres.freshDatabase().jdbcUrl();
        for (int start = 0; start < 2; start++) {
            try (Connection connection = DriverManager.getConnection(url);
                    Liquibase liquibase = new Liquibase(
                            "dev/surehook/testkit/store/changelog.xml",
                            new ClassLoaderResourceAccessor(),
                            DatabaseFactory.getInstance()
                                    .findCorrectDatabaseImplementation(new JdbcConnection(connection)))) {
                liquibase.update(new Contexts());
            }
            requireUsable(source(url));
        }
    }
}
