package dev.surehook.engine.store.outbox;

import dev.surehook.engine.store.sql.Database;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What one node of a database does at a time: a setting says who has the turn, and until when. */
final class Turns {
    private static final String NOBODY = "-";

    private final Database database;
    private final String name;
    private final String select;
    private final String insert;
    private final String update;

    /** @param name of the setting, and so of the turn */
    Turns(Database database, String name) {
        Dialect dialect = database.dialect();
        String column = dialect.settingColumn();
        this.database = database;
        this.name = name;
        this.select = "SELECT " + column + " FROM surehook_setting WHERE name = ?";
        this.insert = dialect.unlessThere("INSERT INTO surehook_setting (name, " + column + ") VALUES (?, ?)");
        this.update = "UPDATE surehook_setting SET " + column + " = ? WHERE name = ? AND " + column + " = ?";
    }

    private record Turn(long until, String holder) {
        static Turn parse(String text) {
            int space = text.indexOf(' ');
            return new Turn(Long.parseLong(text.substring(0, space)), text.substring(space + 1));
        }

        String text() {
            return until + " " + holder;
        }
    }

    boolean take(String holder, Duration length) {
        return database.write(connection -> {
            long now = database.now(connection);
            Turn mine = new Turn(now + length.toMillis(), holder);
            String there = there(connection);
            if (there == null) {
                try (PreparedStatement add = connection.prepareStatement(insert)) {
                    add.setString(1, name);
                    add.setString(2, mine.text());
                    return database.dialect().insertUnlessThere(add) == 1;
                }
            }
            Turn last = Turn.parse(there);
            return (last.until <= now || last.holder.equals(holder)) && replace(connection, there, mine);
        });
    }

    /** Nobody has it for {@code rest}. */
    void leave(String holder, Duration rest) {
        database.write(connection -> {
            String there = there(connection);
            return there != null
                    && Turn.parse(there).holder.equals(holder)
                    && replace(connection, there, new Turn(database.now(connection) + rest.toMillis(), NOBODY));
        });
    }

    private @Nullable String there(Connection connection) throws SQLException {
        try (PreparedStatement read = connection.prepareStatement(select)) {
            read.setString(1, name);
            try (ResultSet row = read.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }

    /** Of two nodes that read the same, one finds it there still. */
    private boolean replace(Connection connection, String there, Turn next) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(update)) {
            change.setString(1, next.text());
            change.setString(2, name);
            change.setString(3, there);
            return change.executeUpdate() == 1;
        }
    }
}
