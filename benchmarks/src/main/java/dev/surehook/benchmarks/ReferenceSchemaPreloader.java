package dev.surehook.benchmarks;

import dev.surehook.benchmarks.load.SignedEvents;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Fills the reference receivers' table {@code events} from outside, in large transactions. */
final class ReferenceSchemaPreloader implements Preloader {

    private static final int CHUNK = 50_000;

    private static final String SQLITE_ROWS = """
            with recursive n(i) as (select 1 union all select i + 1 from n where i < ?),
                 r(x) as (select lower(hex(randomblob(16))) from n)
            insert into events (id, type, received_at, body)
            select substr(x, 1, 8) || '-' || substr(x, 9, 4) || '-4' || substr(x, 14, 3) || '-a'
                       || substr(x, 18, 3) || '-' || substr(x, 21),
                   'whatsapp.inbound_message.received', 0, ?
            from r
            """;

    private static final String POSTGRESQL_ROWS = """
            insert into events (id, type, received_at, body)
            select gen_random_uuid()::text, 'whatsapp.inbound_message.received', 0, b
            from generate_series(1, ?), (values (?::bytea)) as v(b)
            """;

    @Override
    public long preload(Receiver receiver, long events) throws IOException {
        boolean sqlite = receiver.contender().store() == Store.SQLITE;
        try (Connection connection = DriverManager.getConnection(receiver.jdbcUrl());
                Statement statement = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement(sqlite ? SQLITE_ROWS : POSTGRESQL_ROWS)) {
            if (sqlite) {
                // For this connection only; the receiver keeps its own settings.
                statement.execute("pragma synchronous = off");
                statement.execute("pragma cache_size = -500000");
            }
            insert.setBytes(2, new byte[SignedEvents.BODY_BYTES]);
            long stored = 0;
            while (stored < events) {
                insert.setLong(1, Math.min(CHUNK, events - stored));
                stored += insert.executeUpdate();
            }
            return stored;
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
