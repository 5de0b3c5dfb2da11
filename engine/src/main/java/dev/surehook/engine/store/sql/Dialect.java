package dev.surehook.engine.store.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** How a database says what others say differently. Whatever is not asked for here, all of them say alike. */
public enum Dialect {
    POSTGRESQL("PostgreSQL", "key", "value"),
    SQLITE("SQLite", "key", "value"),
    /** {@code key} is a word of its grammar. */
    MARIADB("MariaDB", "event_key", "value"),
    /** {@code key} and {@code value} are words of its grammar. */
    H2("H2", "event_key", "content");

    private static final String DUPLICATE = "23505";

    private final String product;
    private final String keyColumn;
    private final String settingColumn;

    Dialect(String product, String keyColumn, String settingColumn) {
        this.product = product;
        this.keyColumn = keyColumn;
        this.settingColumn = settingColumn;
    }

    /** The dialect of the database that calls itself {@code product} in its metadata. */
    public static Optional<Dialect> of(String product) {
        return Arrays.stream(values())
                .filter(dialect -> dialect.product.equals(product))
                .findFirst();
    }

    /** The database's own name, for people. */
    public String product() {
        return product;
    }

    /** The word for the database in settings, and the folder of its schema script. */
    public String label() {
        return switch (this) {
            case POSTGRESQL -> "postgresql";
            case SQLITE -> "sqlite";
            case MARIADB -> "mariadb";
            case H2 -> "h2";
        };
    }

    /** The column of {@code surehook_inbox_key} that holds the key. */
    public String keyColumn() {
        return keyColumn;
    }

    /** The column of {@code surehook_setting} that holds the value. */
    public String settingColumn() {
        return settingColumn;
    }

    /** What a select of work rows ends with, so that two nodes take different ones. SQLite has one writer. */
    public String skipLocked() {
        return this == SQLITE ? "" : "FOR UPDATE SKIP LOCKED";
    }

    /** What a select of rows ends with that the transaction will change. */
    public String locked() {
        return this == SQLITE ? "" : "FOR UPDATE";
    }

    /**
     * Makes sure that there are rows for the order of so many keys, locks them and gives them back. Waits for a second where
     * a statement can say so: a row may be a handler's whose machine is gone, and accepting must go on. Not for H2.
     *
     * @param waits false for not at all, on MariaDB
     */
    String touchOrderKeys(int count, boolean waits) {
        String insert = "INSERT INTO surehook_order_key (lane_id, order_key, head, next_place) VALUES "
                + String.join(", ", Collections.nCopies(count, "(?, ?, 0, 1)"));
        String returning = " RETURNING lane_id, order_key, head, next_place";
        return switch (this) {
            case POSTGRESQL, SQLITE ->
                insert + " ON CONFLICT (lane_id, order_key) DO UPDATE SET head = surehook_order_key.head" + returning;
            case MARIADB ->
                "SET STATEMENT innodb_lock_wait_timeout = " + (waits ? 1 : 0) + " FOR " + insert
                        + " ON DUPLICATE KEY UPDATE head = head" + returning;
            case H2 -> throw new IllegalStateException("H2 says this with two statements");
        };
    }

    /** The end of a condition that a number is one of so many, for {@link #setAmong}; one statement for all on PostgreSQL. */
    public String among(int count) {
        return this == POSTGRESQL ? "= ANY (?)" : "IN (" + String.join(", ", Collections.nCopies(count, "?")) + ")";
    }

    /**
     * Sets the parameters of {@link #among} from {@code index} on.
     *
     * @return the index of the next parameter
     */
    public int setAmong(PreparedStatement statement, int index, List<Long> numbers) throws SQLException {
        if (this == POSTGRESQL) {
            statement.setArray(index, statement.getConnection().createArrayOf("int8", numbers.toArray()));
            return index + 1;
        }
        int next = index;
        for (long number : numbers) {
            statement.setLong(next++, number);
        }
        return next;
    }

    /** Whether two changes fit into one statement, and so into one round trip. */
    boolean joinsChanges() {
        return this == POSTGRESQL;
    }

    /** Whether a batch tells the count of each of its statements; MariaDB's driver may send them as one. */
    public boolean countsBatches() {
        return this != MARIADB;
    }

    /** Whether the database numbers events, with numbers that never come again. */
    boolean numbersEvents() {
        return this != SQLITE;
    }

    /** Sets the setting of the first parameter to the second. */
    String putSetting() {
        return switch (this) {
            case POSTGRESQL, SQLITE -> """
                INSERT INTO surehook_setting (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """;
            case MARIADB -> """
                INSERT INTO surehook_setting (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE value = VALUES(value)
                """;
            case H2 -> "MERGE INTO surehook_setting (name, content) KEY (name) VALUES (?, ?)";
        };
    }

    /**
     * {@code insert}, of one row, for {@link #insertUnlessThere}. MariaDB forgives more than repeats then; what is inserted
     * this way fits its columns.
     */
    public String unlessThere(String insert) {
        return switch (this) {
            case POSTGRESQL, SQLITE -> insert + " ON CONFLICT DO NOTHING";
            case MARIADB -> "INSERT IGNORE" + insert.substring("INSERT".length());
            case H2 -> insert;
        };
    }

    /**
     * Runs an insert that {@link #unlessThere} made. H2 cannot say so itself and refuses the row, which undoes this
     * statement only: the transaction goes on.
     *
     * @return 0 when a row with the same key is there
     */
    public int insertUnlessThere(PreparedStatement insert) throws SQLException {
        try {
            return insert.executeUpdate();
        } catch (SQLException e) {
            if (this == H2 && DUPLICATE.equals(e.getSQLState())) {
                return 0;
            }
            throw e;
        }
    }
}
