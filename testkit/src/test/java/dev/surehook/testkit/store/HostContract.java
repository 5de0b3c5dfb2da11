package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.host.HostSettings.Schema;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.engine.store.sql.Migrations;
import dev.surehook.engine.work.Claimed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What a store in an application's own database promises beside the rest. */
abstract class HostContract extends HostMarkContract {
    @Test
    void it_says_what_it_is() {
        assertThat(store().kind()).isEqualTo(kind());
    }

    @Test
    void C1_copies_to_two_nodes_in_opposite_order_are_stored_once_and_nobody_waits_for_ever() throws Exception {
        Store other = open(pool(url()), Schema.MIGRATE);
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        List<NewEvent> reversed = new ArrayList<>(events);
        Collections.reverse(reversed);
        List<List<Appended>> outcomes = inParallel(List.of(() -> store().append(events), () -> other.append(reversed)));
        assertThat(outcomes.stream().flatMap(List::stream))
                .filteredOn(Appended.STORED::equals)
                .hasSize(100);
        assertThat(outcomes.stream().flatMap(List::stream))
                .filteredOn(Appended.DUPLICATE::equals)
                .hasSize(100);
        assertThat(store().claim(SHOP, 500, LEASE)).hasSize(100);
    }

    @Test
    void C3_two_nodes_never_work_on_the_same_event() throws Exception {
        Store other = open(pool(url()), Schema.MIGRATE);
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        store().append(events);
        List<Callable<List<Claimed>>> claims = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            claims.add(() -> store().claim(SHOP, 15, LEASE));
            claims.add(() -> other.claim(SHOP, 15, LEASE));
        }
        List<Long> ids = new ArrayList<>();
        inParallel(claims)
                .forEach(claimed -> claimed.forEach(work -> ids.add(work.lease().id())));
        store().claim(SHOP, 200, LEASE).forEach(work -> ids.add(work.lease().id()));
        assertThat(ids).hasSize(200).doesNotHaveDuplicates();
    }

    @Test
    void F8_two_nodes_that_start_on_an_empty_database_make_its_tables_once() throws Exception {
        String fresh = freshUrl();
        for (int start = 0; start < 3; start++) {
            List<Callable<HostStore>> nodes = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                DataSource source = pool(fresh);
                nodes.add(() -> open(source, Schema.MIGRATE));
            }
            assertThat(inParallel(nodes)).hasSize(4);
        }
        assertThat(count(fresh, "SELECT max(version) FROM surehook_schema")).isEqualTo(Migrations.VERSION);
    }

    @Test
    void F8_a_start_that_died_between_two_statements_is_continued() throws Exception {
        String fresh = freshUrl();
        List<String> statements = script();
        try (Connection connection = DriverManager.getConnection(fresh);
                Statement statement = connection.createStatement()) {
            for (String sql : statements.subList(0, statements.size() / 2)) {
                statement.execute(sql);
            }
        }

        HostStore continued = open(pool(fresh), Schema.MIGRATE);

        assertThat(continued.append(List.of(event(SHOP, "e1", "{}")))).containsExactly(Appended.STORED);
        assertThat(continued.claim(SHOP, 1, LEASE)).hasSize(1);
    }

    @Test
    void an_application_that_makes_the_tables_itself_is_told_when_they_are_missing() throws Exception {
        String fresh = freshUrl();
        DataSource source = pool(fresh);
        assertThatThrownBy(() -> open(source, Schema.REQUIRE))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("tables are missing")
                .hasMessageContaining("dev/surehook/schema/" + kind() + "/R__surehook.sql");

        try (Connection connection = DriverManager.getConnection(fresh);
                Statement statement = connection.createStatement()) {
            for (int run = 0; run < 2; run++) {
                for (String sql : script()) {
                    statement.execute(sql);
                }
            }
        }
        assertThat(open(source, Schema.REQUIRE).append(List.of(event(SHOP, "e1", "{}"))))
                .containsExactly(Appended.STORED);
    }

    /** The script as another tool would run it. */
    private List<String> script() throws IOException {
        try (InputStream in =
                HostStore.class.getResourceAsStream("/dev/surehook/schema/" + kind() + "/R__surehook.sql")) {
            assertThat(in).isNotNull();
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split(";\n")).filter(sql -> !sql.isBlank()).toList();
        }
    }

    @Test
    void a_connection_goes_back_as_it_came() throws Exception {
        try (Connection connection = DriverManager.getConnection(url())) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setAutoCommit(false);
            HostStore store = open(Pools.lending(connection), Schema.MIGRATE);
            store.append(List.of(event(SHOP, "e1", "A"), event(SHOP, "e1", "B")));
            Claimed work = store.claim(SHOP, 1, LEASE).get(0);
            assertThatThrownBy(() -> store.finish(processed(work), lent -> {
                        throw new IllegalStateException("no");
                    }))
                    .hasRootCauseMessage("no");
            store.finish(List.of(processed(work)));
            store.probe();
            store.close();

            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(connection.isClosed()).isFalse();
            connection.rollback();
        }
        assertThat(detail(event(SHOP, "e1", "A")).summary().state()).isEqualTo(EventState.PROCESSED);
    }

    @Test
    void closing_leaves_the_pool_to_the_application() throws Exception {
        store().close();

        try (Connection connection = pool().getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
        }
    }

    @Test
    void a_database_that_is_none_of_ours_is_refused_with_the_ones_that_are() throws Exception {
        try (Connection connection = DriverManager.getConnection(url())) {
            DataSource foreign = Pools.saying(Map.of("getDatabaseProductName", "MySQL"), connection);
            assertThatThrownBy(() -> openUnsafely(foreign))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("is MySQL")
                    .hasMessageContaining("PostgreSQL, MariaDB")
                    .message()
                    .doesNotContain("\n");
        }
    }
}
