package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.SourceName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers for source names. A number is given at the first use of a name and never changes. */
public final class SourceIds {
    private final Database database;
    private final Map<SourceName, Integer> ids = new ConcurrentHashMap<>();

    public SourceIds(Database database) {
        this.database = database;
    }

    /** Must not be called inside a transaction: it may need one of its own. */
    public int idOf(SourceName name) {
        Integer known = ids.get(name);
        if (known == null) {
            known = database.read(connection -> find(connection, name));
            if (known == 0) {
                known = database.write(connection -> add(connection, name));
            }
            ids.put(name, known);
        }
        return known;
    }

    private static int find(Connection connection, SourceName name) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT id FROM surehook_source WHERE name = ?")) {
            select.setString(1, name.value());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    private int add(Connection connection, SourceName name) throws SQLException {
        String sql = database.dialect().unlessThere("INSERT INTO surehook_source (name) VALUES (?)");
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, name.value());
            database.dialect().insertUnlessThere(insert);
        }
        return find(connection, name);
    }
}
