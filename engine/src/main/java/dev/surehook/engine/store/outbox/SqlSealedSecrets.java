package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.SealedSecrets;
import dev.surehook.engine.store.sql.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;

/** One row in one transaction: it waits for nobody with a lock of its own, so it needs no place in their order. */
final class SqlSealedSecrets implements SealedSecrets {
    /** By the primary key of the secrets. */
    private static final String PAGE = """
            SELECT s.endpoint_id, s.version, s.sealed, e.ref
            FROM surehook_endpoint_secret s JOIN surehook_endpoint e ON e.id = s.endpoint_id
            WHERE (s.endpoint_id > ? OR (s.endpoint_id = ? AND s.version > ?))
              AND (s.not_after IS NULL OR s.not_after > ?)
            ORDER BY s.endpoint_id, s.version LIMIT ?
            """;

    private static final String REPLACE = """
            UPDATE surehook_endpoint_secret SET sealed = ? WHERE endpoint_id = ? AND version = ? AND sealed = ?
            """;

    private final Database database;

    SqlSealedSecrets(Database database) {
        this.database = database;
    }

    @Override
    public List<Kept> page(Place after, int most) {
        return database.read(connection -> {
            List<Kept> page = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(PAGE)) {
                select.setLong(1, after.endpoint());
                select.setLong(2, after.endpoint());
                select.setInt(3, after.version());
                select.setLong(4, database.now(connection));
                select.setInt(5, most);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        page.add(new Kept(
                                new Place(row.getLong("endpoint_id"), row.getInt("version")),
                                new EndpointRef(row.getString("ref")),
                                row.getString("sealed")));
                    }
                }
            }
            return page;
        });
    }

    @Override
    public boolean replace(Kept kept, String sealed) {
        return database.write(connection -> {
            try (PreparedStatement update = connection.prepareStatement(REPLACE)) {
                update.setString(1, sealed);
                update.setLong(2, kept.place().endpoint());
                update.setInt(3, kept.place().version());
                update.setString(4, kept.sealed());
                return update.executeUpdate() == 1;
            }
        });
    }
}
