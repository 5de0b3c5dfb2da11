package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.store.sql.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers and names of accounts. An account is never deleted and its name never changes. Thread-safe. */
final class AccountIds {
    private final Database database;
    private final Map<AccountName, Integer> ids = new ConcurrentHashMap<>();
    private final Map<Integer, AccountName> names = new ConcurrentHashMap<>();

    AccountIds(Database database) {
        this.database = database;
    }

    /** Nothing when there is no such account. Must not be called inside a transaction. */
    OptionalInt idOf(AccountName name) {
        Integer known = ids.get(name);
        return known != null ? OptionalInt.of(known) : database.read(connection -> idOf(connection, name));
    }

    OptionalInt idOf(Connection connection, AccountName name) throws SQLException {
        Integer known = ids.get(name);
        if (known != null) {
            return OptionalInt.of(known);
        }
        try (PreparedStatement select = connection.prepareStatement("SELECT id FROM surehook_account WHERE name = ?")) {
            select.setString(1, name.value());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? OptionalInt.of(row.getInt(1)) : OptionalInt.empty();
            }
        }
    }

    /** To be called for accounts whose row is committed. */
    void remember(AccountName name, int id) {
        ids.put(name, id);
        names.put(id, name);
    }

    AccountName nameOf(Connection connection, int id) throws SQLException {
        AccountName known = names.get(id);
        if (known != null) {
            return known;
        }
        try (PreparedStatement select = connection.prepareStatement("SELECT name FROM surehook_account WHERE id = ?")) {
            select.setInt(1, id);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("account " + id + " is not there any more");
                }
                AccountName name = new AccountName(row.getString(1));
                remember(name, id);
                return name;
            }
        }
    }
}
