package dev.surehook.engine.store.postgresql;

import java.sql.SQLException;

/** What an error of PostgreSQL says about who is to blame, by its class. */
final class SqlState {
    private SqlState() {}

    /** Data exception, constraint, program limit, or text that the database's encoding cannot hold. */
    static boolean isOfTheRow(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("22") || state.startsWith("23") || state.startsWith("54");
    }

    /** Serialisation failure or deadlock. */
    static boolean isWorthRepeating(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.equals("40001") || state.equals("40P01");
    }
}
