package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import dev.surehook.engine.work.Lease;
import dev.surehook.engine.work.OneLine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The part of a store that does not depend on the database. */
public abstract class SqlStore implements Store {
    private final Database database;
    private final SourceIds sources;
    private final LaneIds lanes;
    private final SqlWorkStore work;
    private final SqlEventLog log;
    private final SqlSteering steering;
    private final SqlRetention retention;

    protected SqlStore(Database database) {
        this.database = database;
        this.sources = new SourceIds(database);
        this.lanes = new LaneIds(database, sources);
        this.work = new SqlWorkStore(database, sources, lanes);
        this.log = new SqlEventLog(database, sources);
        this.steering = new SqlSteering(database, log);
        this.retention = new SqlRetention(database, sources);
    }

    protected final SourceIds sources() {
        return sources;
    }

    protected final LaneIds lanes() {
        return lanes;
    }

    @Override
    public void probe() {
        database.write(connection -> {
            try (PreparedStatement update =
                    connection.prepareStatement(database.dialect().putSetting())) {
                update.setString(1, "probed-at");
                update.setString(2, Long.toString(database.now(connection)));
                return update.executeUpdate();
            }
        });
    }

    @Override
    public Optional<String> setting(String name) {
        return database.read(connection -> setting(connection, name));
    }

    private Optional<String> setting(Connection connection, String name) throws SQLException {
        String sql = "SELECT " + database.dialect().settingColumn() + " FROM surehook_setting WHERE name = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }

    @Override
    public String settingOrElse(String name, String value) {
        Dialect dialect = database.dialect();
        String sql = dialect.unlessThere(
                "INSERT INTO surehook_setting (name, " + dialect.settingColumn() + ") VALUES (?, ?)");
        return database.write(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                insert.setString(1, name);
                insert.setString(2, value);
                dialect.insertUnlessThere(insert);
            }
            return setting(connection, name).orElse(value);
        });
    }

    @Override
    public List<Claimed> claim(LaneKey lane, int limit, Duration lease) {
        return work.claim(lane, limit, lease);
    }

    @Override
    public void putBack(List<Lease> leases) {
        work.putBack(leases);
    }

    @Override
    public List<LaneKey> lanesWithWork(SourceName source) {
        return work.lanesWithWork(source);
    }

    @Override
    public List<Boolean> finish(List<Finish> finishes) {
        return finishes.isEmpty() ? List.of() : work.finish(finishes);
    }

    @Override
    public List<Boolean> finishIn(Connection connection, List<Finish> finishes) throws SQLException {
        return work.finishIn(connection, finishes);
    }

    @Override
    public boolean finish(Finish finish, Effect effect) {
        return work.finish(finish, effect);
    }

    @Override
    public Page list(Query query) {
        return log.list(query);
    }

    @Override
    public Optional<Detail> find(EventRef ref) {
        return log.find(ref);
    }

    @Override
    public Replay replay(EventRef ref) {
        Replay replay = steering.replay(ref);
        work.lookEverywhere();
        return replay;
    }

    @Override
    public int replayAll(Query query, int limit) {
        int replayed = steering.replayAll(query, limit);
        work.lookEverywhere();
        return replayed;
    }

    @Override
    public boolean park(EventRef ref, String reason) {
        return steering.park(ref, OneLine.of(reason, 500));
    }

    @Override
    public boolean erase(EventRef ref) {
        return steering.erase(ref);
    }

    @Override
    public Map<SourceName, Backlog> backlog() {
        return log.backlog();
    }

    @Override
    public Purged purge(SourceName source, Instant cutoff, long from, int limit) {
        return retention.purge(source, cutoff, from, limit);
    }
}
