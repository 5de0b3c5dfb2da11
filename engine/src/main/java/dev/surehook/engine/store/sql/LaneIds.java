package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.LaneKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers for lanes. A number is given at the first use of a lane and never changes. */
public final class LaneIds {
    private static final String FIND = "SELECT id FROM surehook_lane WHERE source_id = ? AND name = ?";

    private final Database database;
    private final SourceIds sources;
    private final Map<LaneKey, Integer> ids = new ConcurrentHashMap<>();

    LaneIds(Database database, SourceIds sources) {
        this.database = database;
        this.sources = sources;
    }

    /** Must not be called inside a transaction: it may need one of its own. */
    public int idOf(LaneKey lane) {
        Integer known = ids.get(lane);
        if (known == null) {
            int sourceId = sources.idOf(lane.source());
            known = database.read(connection -> find(connection, sourceId, lane.name()));
            if (known == 0) {
                known = database.write(connection -> add(connection, sourceId, lane.name()));
            }
            ids.put(lane, known);
        }
        return known;
    }

    private static int find(Connection connection, int sourceId, String name) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(FIND)) {
            select.setInt(1, sourceId);
            select.setString(2, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    private int add(Connection connection, int sourceId, String name) throws SQLException {
        String sql = database.dialect().unlessThere("INSERT INTO surehook_lane (source_id, name) VALUES (?, ?)");
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setInt(1, sourceId);
            insert.setString(2, name);
            database.dialect().insertUnlessThere(insert);
        }
        return find(connection, sourceId, name);
    }
}
