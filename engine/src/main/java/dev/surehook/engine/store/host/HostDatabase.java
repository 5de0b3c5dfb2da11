package dev.surehook.engine.store.host;

import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.store.sql.Database;
import dev.surehook.engine.store.sql.Dialect;
import dev.surehook.engine.store.sql.Loan;
import dev.surehook.engine.store.sql.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import javax.sql.DataSource;

/** An application's database: every connection is the application's and goes back as it came. */
abstract class HostDatabase implements Database {
    /** Deadlocks end for one of two transactions at once, so the next try seldom meets the same one. */
    private static final int TRIES = 5;

    private final DataSource source;
    private final Dialect dialect;
    private final String keyRange;

    HostDatabase(DataSource source, Dialect dialect) {
        this.source = source;
        this.dialect = dialect;
        this.keyRange = "SELECT id FROM surehook_inbox_key WHERE " + dialect.keyColumn() + " BETWEEN ? AND ? LIMIT 1";
    }

    /** Runs {@code work} in one transaction; once. */
    abstract <T> T once(SqlWork<T> work) throws SQLException;

    /** As {@link dev.surehook.engine.work.WorkStore#inTurn}. */
    <T> T inTurn(Callable<T> work) throws Exception {
        return work.call();
    }

    /** As {@link dev.surehook.engine.work.WorkStore#beginIn}. */
    void beginIn(Connection connection) throws SQLException {}

    final DataSource source() {
        return source;
    }

    @Override
    public final Dialect dialect() {
        return dialect;
    }

    /** In autocommit: no transaction stays open behind a read, whatever the pool's default is. */
    @Override
    public final <T> T read(SqlWork<T> work) {
        try (Loan loan = Loan.inAutoCommit(source)) {
            return work.run(loan.connection());
        } catch (SQLException e) {
            throw Outage.of(dialect, e);
        }
    }

    @Override
    public final <T> T write(SqlWork<T> work) {
        try {
            return transaction(work);
        } catch (SQLException e) {
            throw Outage.of(dialect, e);
        }
    }

    @Override
    public final <T> T writeOnce(SqlWork<T> work) {
        try {
            return once(work);
        } catch (SQLException e) {
            throw Outage.of(dialect, e);
        }
    }

    /** Runs {@code work} in one transaction, and again after a deadlock and the like. */
    final <T> T transaction(SqlWork<T> work) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return once(work);
            } catch (SQLException e) {
                if (attempt == TRIES || !SqlFault.isWorthRepeating(dialect, e)) {
                    throw e;
                }
            }
        }
    }

    @Override
    public final OptionalLong idOf(EventRef ref) {
        return read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(keyRange)) {
                select.setBytes(1, EventKey.lowest(ref).bytes());
                select.setBytes(2, EventKey.highest(ref).bytes());
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }
}
