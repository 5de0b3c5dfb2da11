package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.host.HostSettings.Schema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class HostMariaDbTest extends HostContract {
    @Override
    String kind() {
        return "mariadb";
    }

    @Override
    String freshUrl() throws Exception {
        return TestMariaDb.freshDatabase();
    }

    @Override
    void age(String jdbcUrl, Duration time) throws Exception {
        for (String sql : AGEING) {
            set(jdbcUrl, sql, time.toMillis());
        }
    }

    @Test
    void a_database_that_does_not_wait_for_its_disk_is_refused_unless_accepted() throws Exception {
        TestMariaDb.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
        try {
            assertThatThrownBy(() -> open(pool(), Schema.MIGRATE))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("set innodb_flush_log_at_trx_commit = 1");

            assertThat(openUnsafely(pool()).warning())
                    .hasValueSatisfying(warning -> assertThat(warning).contains("innodb_flush_log_at_trx_commit = 2"));
        } finally {
            TestMariaDb.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
    }

    @Test
    void a_version_without_skip_locked_is_refused_whatever_is_accepted() throws Exception {
        try (Connection connection = DriverManager.getConnection(url())) {
            DataSource old =
                    Pools.saying(Map.of("getDatabaseMajorVersion", 10, "getDatabaseMinorVersion", 5), connection);
            assertThatThrownBy(() -> openUnsafely(old))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("MariaDB 10.5 is too old");
        }
    }

    @Test
    void transactions_of_its_own_lock_no_gaps_whatever_the_pools_default_is() {
        append(event(SHOP, "e1", "{}"));
        List<String> levels = new ArrayList<>();
        store().finish(processed(claimOne()), connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row =
                            statement.executeQuery("SELECT trx_isolation_level FROM information_schema.innodb_trx"
                                    + " WHERE trx_mysql_thread_id = connection_id()")) {
                row.next();
                levels.add(row.getString(1));
            }
        });
        assertThat(levels).containsExactly("READ COMMITTED");
    }

    @Test
    void a_row_that_the_database_refuses_fails_alone() {
        assertThat(store().append(List.of(
                        event(SHOP, "e1", "{}"), event(SHOP, "x".repeat(9_000), "{}"), event(SHOP, "e2", "{}"))))
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo(Appended.STORED),
                        second -> assertThat(second).isInstanceOf(Appended.Refused.class),
                        third -> assertThat(third).isEqualTo(Appended.STORED));
    }

    @Test
    void C6_ids_that_differ_in_case_or_in_spaces_at_the_end_are_different_events() {
        List<NewEvent> events = List.of(
                event(SHOP, "a", "{}"),
                event(SHOP, "A", "{}"),
                event(SHOP, "a ", "{}"),
                event(SHOP, "\u00e4\ud83d\ude00", "{}"));

        assertThat(store().append(events)).containsOnly(Appended.STORED);

        assertThat(events)
                .allSatisfy(added -> assertThat(detail(added).event().id())
                        .isEqualTo(added.event().id()));
    }
}
