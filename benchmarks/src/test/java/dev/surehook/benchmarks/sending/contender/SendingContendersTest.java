package dev.surehook.benchmarks.sending.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.benchmarks.handled.contender.QuietLog;
import dev.surehook.benchmarks.sending.sink.Sink;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SendingContendersTest {
    private static final int EVENTS = 200;
    private static final int ENDPOINTS = 12;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static EmbeddedPostgres postgres;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static Sink sink;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws IOException {
        // Surehook refuses a server that may lose what it committed, as the embedded one does by default.
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        sink = Sink.start(2);
        QuietLog.warnOnly();
    }

    @AfterAll
    static void stop() throws IOException {
        sink.close();
        postgres.close();
    }

    static List<String> names() {
        return Contenders.NAMES;
    }

    private Contender open(String name, String database) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + database);
        }
        String db = name.equals(Contenders.SQLITE) ? folder.toString() : postgres.getJdbcUrl("postgres", database);
        return Contenders.open(name, db, new Addresses(sink.ports(), sink.silentPort(), ENDPOINTS));
    }

    @ParameterizedTest
    @MethodSource("names")
    void sendsAndRecordsEachEventOnceAndNothingWhileItIsHeld(String name) throws Exception {
        try (Contender contender = open(name, "t_" + name.replace('-', '_'))) {
            Workload workload = new Workload(contender, ENDPOINTS);
            for (int round = 0; round < 2; round++) {
                Tally before = contender.tally();
                long requests = sink.requests();
                workload.store(EVENTS);
                assertThat(sink.requests()).isEqualTo(requests);
                workload.send(EVENTS);
                workload.singles(3);
                contender.tally().requireEachOnceMore(name, before, EVENTS + 3);
                assertThat(sink.requests()).isEqualTo(requests + EVENTS + 3);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {Contenders.POSTGRESQL, Contenders.SQLITE})
    void sendsOnBesideAnEndpointThatHangs(String name) throws Exception {
        try (Contender contender = open(name, "h_" + name.replace('-', '_'))) {
            Workload workload = new Workload(contender, ENDPOINTS);
            workload.disturbable().hang(600);
            workload.singles(5);
            assertThat(contender.tally()).isEqualTo(new Tally(5, 5, 0, 600));
        }
    }

    @Test
    void sendsOnBesideDeliveriesThatAreParkedAndLeavesThoseAlone() throws Exception {
        try (Contender contender = open(Contenders.POSTGRESQL, "parked")) {
            Workload workload = new Workload(contender, ENDPOINTS);
            workload.disturbable().park(1_000);
            Tally before = contender.tally();
            assertThat(before).isEqualTo(new Tally(0, 0, 0, 1_000));
            workload.store(EVENTS);
            workload.send(EVENTS);
            contender.tally().requireEachOnceMore("surehook", before, EVENTS);
        }
    }

    @Test
    void whatIsLostOrDoubledFailsTheRun() {
        Tally before = new Tally(10, 10, 0, 0);
        for (Tally after : List.of(
                new Tally(14, 14, 0, 0), new Tally(16, 15, 0, 0), new Tally(15, 15, 1, 0), new Tally(15, 15, 0, 1))) {
            assertThatThrownBy(() -> after.requireEachOnceMore("somebody", before, 5))
                    .hasMessageContaining("somebody");
        }
        new Tally(15, 15, 0, 0).requireEachOnceMore("somebody", before, 5);
    }
}
