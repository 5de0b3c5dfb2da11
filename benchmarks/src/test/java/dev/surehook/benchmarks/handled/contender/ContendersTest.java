package dev.surehook.benchmarks.handled.contender;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContendersTest {
    private static final int ITEMS = 200;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        // Surehook refuses a server that may lose what it committed, as the embedded one does by default.
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        QuietLog.warnOnly();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    static List<String> names() {
        return Contenders.NAMES;
    }

    @ParameterizedTest
    @MethodSource("names")
    void worksEachItemOffOnceFromABacklogAndAsItIsSubmitted(String name) throws Exception {
        String database = "t_" + name.replace('-', '_');
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + database);
        }
        try (Workload workload = Workload.open(name, postgres.getJdbcUrl("postgres", database))) {
            assertThat(workload.backlog("a", ITEMS).calls()).isEqualTo(ITEMS);
            assertThat(workload.submissions("b", ITEMS).calls()).isEqualTo(ITEMS);
        }
    }
}
