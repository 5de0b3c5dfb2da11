package dev.surehook.benchmarks.sending.contender;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.profile.Profiles;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;

/**
 * Fills Surehook's tables on PostgreSQL with deliveries that wait for suspended endpoints, with one statement for each table:
 * publishing them would take hours.
 */
final class ParkedDeliveries {
    private static final String ACCOUNT = "suspended";
    private static final int ENDPOINTS = 100;
    private static final Duration SUSPENDED = Duration.ofDays(30);

    private static final String SUSPEND = """
            update surehook_endpoint_lane set suspended_until = ?, next_due = ?, failures = 10, rests = 1
            where endpoint_id in (
                select e.id from surehook_endpoint e join surehook_account a on a.id = e.account_id where a.name = ?)
            """;

    private static final String KEYS = """
            insert into surehook_outbox_key (key, content)
            select sha256(('parked ' || i)::bytea), sha256('content') from generate_series(1, ?) i
            """;

    private static final String EVENTS = """
            insert into surehook_outbox_event (id, account_id, published_at, event_id, type, content_type, body)
            select k.id, (select id from surehook_account where name = ?), ?, 'parked-' || i, 'parcel', 'application/json',
                   '{}'::bytea
            from generate_series(1, ?) i join surehook_outbox_key k on k.key = sha256(('parked ' || i)::bytea)
            """;

    private static final String DELIVERIES = """
            insert into surehook_delivery (event_id, endpoint_id, created_at)
            select v.id, e.first + v.id % ?, v.published_at
            from surehook_outbox_event v, (select min(e.id) as first, a.id as account
                from surehook_endpoint e join surehook_account a on a.id = e.account_id where a.name = ? group by a.id) e
            where v.account_id = e.account
            """;

    private static final String QUEUE = """
            insert into surehook_delivery_queue (endpoint_id, due_at, event_id, attempt, budget_from)
            select d.endpoint_id, d.created_at, d.event_id, 0, 0
            from surehook_delivery d join surehook_outbox_event v on v.id = d.event_id
            where v.account_id = (select id from surehook_account where name = ?)
            """;

    private ParkedDeliveries() {}

    static void fill(SurehookNode node, String jdbcUrl, int count) throws SQLException {
        AccountName account = new AccountName(ACCOUNT);
        node.store().sending().endpoints().open(account, Profiles.STANDARD.name());
        for (int i = 0; i < ENDPOINTS; i++) {
            node.add(account, new EndpointDraft("http://127.0.0.1:9/suspended/" + i));
        }
        long now = Instant.now().toEpochMilli();
        long later = now + SUSPENDED.toMillis();
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                Statement statement = connection.createStatement()) {
            run(connection, SUSPEND, later, later, ACCOUNT);
            run(connection, KEYS, count);
            run(connection, EVENTS, ACCOUNT, now, count);
            run(connection, DELIVERIES, (long) ENDPOINTS, ACCOUNT);
            run(connection, QUEUE, ACCOUNT);
            // As PostgreSQL's own housekeeping leaves it in time.
            statement.execute("vacuum (analyze)");
        }
    }

    private static void run(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
