package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.host.HostSettings.Schema;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HostPostgresTest extends HostContract {
    @Override
    String kind() {
        return "postgresql";
    }

    @Override
    String freshUrl() throws Exception {
        return TestPostgres.freshDatabase().jdbcUrl();
    }

    @Override
    void age(String jdbcUrl, Duration time) throws Exception {
        for (String sql : AGEING) {
            set(jdbcUrl, sql, time.toMillis());
        }
    }

    @Test
    void a_database_that_does_not_wait_for_its_disk_is_refused_unless_accepted() throws Exception {
        String url = freshUrl();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER DATABASE " + connection.getCatalog() + " SET synchronous_commit = off");
        }
        assertThatThrownBy(() -> open(pool(url), Schema.MIGRATE))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("set synchronous_commit = on");

        assertThat(openUnsafely(pool(url)).warning())
                .hasValueSatisfying(warning -> assertThat(warning).contains("synchronous_commit = off"));
    }

    @Test
    void a_server_that_does_not_force_its_files_to_the_disk_is_refused() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
            String url = server.getJdbcUrl("postgres", "postgres");
            assertThatThrownBy(() -> open(pool(url), Schema.MIGRATE))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("set fsync = on");
        }
    }

    @Test
    void the_mark_costs_the_callers_transaction_one_round_trip() throws Exception {
        append(event(SHOP, "e1", "{}"));
        Claimed work = claimOne();
        AtomicInteger statements = new AtomicInteger();
        try (Connection connection = pool().getConnection()) {
            assertThat(store().finishIn(Pools.counting(statements, connection), List.of(processed(work))))
                    .containsExactly(true);
        }
        assertThat(statements).hasValue(1);
    }

    @Test
    void the_mark_of_a_hundred_events_costs_one_round_trip_as_well() throws Exception {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        store().append(events);
        List<Finish> ends = store().claim(SHOP, 100, LEASE).stream()
                .map(StoreCase::processed)
                .toList();
        AtomicInteger statements = new AtomicInteger();
        try (Connection connection = pool().getConnection()) {
            assertThat(store().finishIn(Pools.counting(statements, connection), ends))
                    .hasSize(100)
                    .containsOnly(true);
        }
        assertThat(statements).hasValue(1);
    }

    @Test
    void an_unreachable_server_is_one_clear_line() {
        try (HikariDataSource nowhere = new HikariDataSource()) {
            nowhere.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/none?password=hush");
            nowhere.setConnectionTimeout(1_000);
            assertThatThrownBy(() -> open(nowhere, Schema.MIGRATE))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("127.0.0.1:1")
                    .hasMessageContaining("check that it runs")
                    .message()
                    .doesNotContain("hush")
                    .doesNotContain("\n");
        }
    }

    @Test
    void a_row_that_the_database_refuses_fails_alone() {
        assertThat(store().append(
                                List.of(event(SHOP, "e1", "{}"), event(SHOP, "nul\0", "{}"), event(SHOP, "e2", "{}"))))
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo(Appended.STORED),
                        second -> assertThat(second).isInstanceOf(Appended.Refused.class),
                        third -> assertThat(third).isEqualTo(Appended.STORED));
    }
}
