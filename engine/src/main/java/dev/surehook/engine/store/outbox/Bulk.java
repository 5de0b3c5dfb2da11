package dev.surehook.engine.store.outbox;

import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Changes many rows at once: with one statement of arrays, one for each column, on PostgreSQL; with a batch elsewhere.
 * Rows are not counted, so whoever changes them has locked them before.
 *
 * @param <T> what a row is made of
 */
final class Bulk<T> {
    private final List<T> rows;
    private final List<Column<T>> columns = new ArrayList<>();

    private Bulk(Collection<T> rows) {
        this.rows = List.copyOf(rows);
    }

    private record Column<T>(
            String name, String type, IntFunction<Object[]> array, Function<T, @Nullable Object> value) {}

    static <T> Bulk<T> of(Collection<T> rows) {
        return new Bulk<>(rows);
    }

    Bulk<T> number(String name, Function<T, Long> value) {
        return column(name, "int8", Long[]::new, value::apply);
    }

    Bulk<T> small(String name, Function<T, @Nullable Integer> value) {
        return column(name, "int4", Integer[]::new, value::apply);
    }

    Bulk<T> text(String name, Function<T, @Nullable String> value) {
        return column(name, "text", String[]::new, value::apply);
    }

    Bulk<T> bytes(String name, Function<T, byte @Nullable []> value) {
        return column(name, "bytea", byte[][]::new, value::apply);
    }

    private Bulk<T> column(String name, String type, IntFunction<Object[]> array, Function<T, @Nullable Object> value) {
        columns.add(new Column<>(name, type, array, value));
        return this;
    }

    void insertInto(String table, Connection connection, Dialect dialect) throws SQLException {
        String head = "INSERT INTO " + table + " (" + names(columns) + ") ";
        if (dialect == Dialect.POSTGRESQL) {
            runOnArrays(connection, head + "SELECT * FROM " + arrays());
        } else {
            runInBatch(connection, head + "VALUES (" + marks(columns.size()) + ")", columns);
        }
    }

    /** All columns are the key. */
    void deleteFrom(String table, Connection connection, Dialect dialect) throws SQLException {
        if (dialect == Dialect.POSTGRESQL) {
            runOnArrays(connection, "DELETE FROM " + table + " t USING " + arrays() + " WHERE " + joined(columns));
        } else {
            runInBatch(connection, "DELETE FROM " + table + " WHERE " + compared(columns), columns);
        }
    }

    /** @param keys how many columns, the first ones, are the key; the others are set */
    void update(String table, int keys, Connection connection, Dialect dialect) throws SQLException {
        List<Column<T>> key = columns.subList(0, keys);
        List<Column<T>> set = columns.subList(keys, columns.size());
        if (dialect == Dialect.POSTGRESQL) {
            String changes = set.stream()
                    .map(column -> column.name + " = v." + column.name)
                    .collect(Collectors.joining(", "));
            runOnArrays(
                    connection,
                    "UPDATE " + table + " t SET " + changes + " FROM " + arrays() + " WHERE " + joined(key));
        } else {
            String changes = set.stream().map(column -> column.name + " = ?").collect(Collectors.joining(", "));
            List<Column<T>> order = new ArrayList<>(set);
            order.addAll(key);
            runInBatch(connection, "UPDATE " + table + " SET " + changes + " WHERE " + compared(key), order);
        }
    }

    private String arrays() {
        return "unnest(" + marks(columns.size()) + ") AS v (" + names(columns) + ")";
    }

    private void runOnArrays(Connection connection, String sql) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < columns.size(); i++) {
                Column<T> column = columns.get(i);
                Object[] values = rows.stream().map(column.value).toArray(column.array);
                statement.setArray(i + 1, connection.createArrayOf(column.type, values));
            }
            statement.executeUpdate();
        }
    }

    private void runInBatch(Connection connection, String sql, List<Column<T>> order) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (T row : rows) {
                for (int i = 0; i < order.size(); i++) {
                    set(statement, i + 1, order.get(i).value.apply(row));
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void set(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            statement.setObject(index, value);
        }
    }

    private static String names(List<? extends Column<?>> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    private static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }

    private static String joined(List<? extends Column<?>> key) {
        return key.stream()
                .map(column -> "t." + column.name() + " = v." + column.name())
                .collect(Collectors.joining(" AND "));
    }

    private static String compared(List<? extends Column<?>> key) {
        return key.stream().map(column -> column.name() + " = ?").collect(Collectors.joining(" AND "));
    }
}
