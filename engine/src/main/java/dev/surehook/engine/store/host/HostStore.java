package dev.surehook.engine.store.host;

import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.outbox.SqlSending;
import dev.surehook.engine.store.postgresql.PostgresAppend;
import dev.surehook.engine.store.sql.Dialect;
import dev.surehook.engine.store.sql.Loan;
import dev.surehook.engine.store.sql.Migrations;
import dev.surehook.engine.store.sql.SqlStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * The store in an application's own database, through the application's own {@link DataSource}: what a handler does there
 * and the mark that the event is processed commit together. PostgreSQL, MariaDB 10.6 and later, SQLite, and H2 for
 * development. Thread-safe.
 *
 * <p>The data source must give a connection of its own to each that asks, not the one of a transaction that the thread is
 * in. Connections go back as they came.
 */
public final class HostStore extends SqlStore {
    private static final String DEVELOPMENT_ONLY =
            "H2 is for development only: it does not force what it commits to the"
                    + " disk, so events that were acknowledged may be lost";

    private final HostDatabase database;
    private final Function<List<NewEvent>, List<Appended>> append;
    private final Optional<String> warning;
    private final SqlSending sending;

    private HostStore(HostDatabase database, Optional<String> warning) {
        super(database);
        this.database = database;
        this.warning = warning;
        this.sending = new SqlSending(database, this::reclaim);
        this.append = database.dialect() == Dialect.POSTGRESQL
                ? new PostgresAppend(database, sources(), lanes())::append
                : new HostAppend(database, sources(), lanes())::append;
    }

    /**
     * Looks at the database, and makes or updates its tables if it may.
     *
     * @throws StartFailure when the database is none of those above, does not keep what it commits, or its tables cannot
     *     be used
     */
    public static HostStore open(DataSource source, HostSettings settings) {
        Found found = look(source, settings);
        switch (settings.schema()) {
            case MIGRATE -> Migrations.run(source, found.dialect);
            case REQUIRE -> Migrations.require(source, found.dialect);
        }
        HostDatabase database = found.dialect == Dialect.SQLITE
                ? new SqliteFile(source, settings.clock())
                : new SharedDatabase(source, found.dialect, settings.clock(), found.isolation);
        return new HostStore(database, found.warning);
    }

    private static Found look(DataSource source, HostSettings settings) {
        try (Loan loan = Loan.inAutoCommit(source)) {
            Connection connection = loan.connection();
            Dialect dialect = dialect(connection);
            if (dialect == Dialect.MARIADB) {
                Promises.requireUsable(connection);
            }
            List<String> warnings = new ArrayList<>();
            Promises.broken(connection, dialect).ifPresent(broken -> {
                if (!settings.acceptUnsafe()) {
                    throw new StartFailure(broken);
                }
                warnings.add(broken);
            });
            if (dialect == Dialect.H2) {
                warnings.add(DEVELOPMENT_ONLY);
            }
            return new Found(
                    dialect,
                    connection.getTransactionIsolation(),
                    warnings.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", warnings)));
        } catch (SQLException e) {
            throw new StartFailure(
                    "the application's database cannot be used (" + firstLine(e)
                            + "): check that it runs, and the settings of the data source",
                    e);
        }
    }

    private static Dialect dialect(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return Dialect.of(product)
                .orElseThrow(() -> new StartFailure("the application's database is " + product
                        + ", which is not supported: use PostgreSQL, MariaDB (with its own driver), SQLite, or H2 for"
                        + " development"));
    }

    /** What the driver says, and neither the pool around it nor the socket below. */
    private static String firstLine(SQLException e) {
        SQLException driver = e;
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException inner) {
                driver = inner;
            }
        }
        String message = String.valueOf(driver.getMessage()).strip();
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    /** Whether a handler's transaction keeps all others from writing, the store's own among them. */
    public boolean oneTransactionAtATime() {
        return database.dialect() == Dialect.SQLITE;
    }

    /** What the application's operator should know about this database, in one line. */
    public Optional<String> warning() {
        return warning;
    }

    @Override
    public SendingStore sending() {
        return sending;
    }

    @Override
    public String kind() {
        return database.dialect().label();
    }

    @Override
    public List<Appended> append(List<NewEvent> events) {
        return append.apply(events);
    }

    @Override
    public <T> T inTurn(Callable<T> work) throws Exception {
        return database.inTurn(work);
    }

    @Override
    public void beginIn(Connection connection) throws SQLException {
        database.beginIn(connection);
    }

    /** Leaves the data source open: it is the application's. */
    @Override
    public void close() {}

    private record Found(Dialect dialect, int isolation, Optional<String> warning) {}
}
