package dev.surehook.engine.store.sql;

import dev.surehook.engine.store.StartFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalInt;
import javax.sql.DataSource;

/**
 * Brings the tables to the version that this program needs. Not a migration library's work, because the same script must
 * be restartable statement by statement where a database commits each one, must be usable by the host application's own
 * tool, and because a library on the host's class path would start to migrate the host: see
 * {@code docs/decisions/0007-own-schema-script.md}.
 *
 * <p>One node at a time where nodes share a database.
 */
public final class Migrations {
    /** The version that this program makes and knows. */
    public static final int VERSION = 4;

    private Migrations() {}

    /**
     * Makes or updates the tables.
     *
     * @throws StartFailure when the database is newer than the program, or a statement fails
     */
    public static void run(DataSource source, Dialect dialect) {
        SchemaScript script = SchemaScript.parse(textOf(dialect));
        try (Loan loan = Loan.inAutoCommit(source)) {
            MigrationTurn.run(loan.connection(), dialect, connection -> run(connection, script));
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static boolean run(Connection connection, SchemaScript script) throws SQLException {
        int present = usableVersion(connection).orElse(0);
        boolean changed = false;
        for (SchemaScript.Section section : script.sections()) {
            if (section.version() > present) {
                run(connection, section);
                changed = true;
            }
        }
        return changed;
    }

    /**
     * Looks only, for hosts that make the tables themselves.
     *
     * @throws StartFailure when the tables are missing, older than this program needs, or newer than it can use
     */
    public static void require(DataSource source, Dialect dialect) {
        try (Loan loan = Loan.inAutoCommit(source)) {
            int present = usableVersion(loan.connection()).orElse(0);
            if (present < VERSION) {
                throw new StartFailure(
                        (present == 0 ? "Surehook's tables are missing" : "Surehook's tables are too old")
                                + ": run the script dev/surehook/schema/" + dialect.label()
                                + "/R__surehook.sql from the engine's jar, or let Surehook do it");
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static void run(Connection connection, SchemaScript.Section section) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (String sql : section.statements()) {
                statement.execute(sql);
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** What is there; nothing when the tables are not. */
    private static OptionalInt usableVersion(Connection connection) throws SQLException {
        if (!exists(connection)) {
            return OptionalInt.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT version, oldest_program FROM surehook_schema ORDER BY version DESC")) {
            if (!row.next()) {
                return OptionalInt.empty();
            }
            int version = row.getInt(1);
            if (row.getInt(2) > VERSION) {
                throw new StartFailure("the database is newer than this program (its version is " + version
                        + "): start the Surehook version that made it, or a later one");
            }
            return OptionalInt.of(version);
        }
    }

    /**
     * Names are asked for in both cases: databases keep unquoted ones in the one or the other. And of any type, for which
     * they have different words.
     */
    private static boolean exists(Connection connection) throws SQLException {
        for (String name : new String[] {"surehook_schema", "SUREHOOK_SCHEMA"}) {
            try (ResultSet tables =
                    connection.getMetaData().getTables(connection.getCatalog(), connection.getSchema(), name, null)) {
                if (tables.next()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String textOf(Dialect dialect) {
        String path = "/dev/surehook/schema/" + dialect.label() + "/R__surehook.sql";
        try (InputStream in = Migrations.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalArgumentException("no schema script for " + dialect.label());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new StartFailure("the schema script " + path + " cannot be read", e);
        }
    }

    private static StartFailure failed(SQLException e) {
        String message = String.valueOf(e.getMessage()).strip();
        int end = message.indexOf('\n');
        return new StartFailure(
                "the database's tables cannot be updated: " + (end < 0 ? message : message.substring(0, end)), e);
    }
}
