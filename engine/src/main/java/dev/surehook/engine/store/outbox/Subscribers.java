package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The endpoints of accounts, kept in memory for as long as the account's version says that none has changed. Thread-safe.
 */
final class Subscribers {
    private final Dialect dialect;
    private final EndpointRows endpoints;
    private final Map<Integer, Known> known = new ConcurrentHashMap<>();

    Subscribers(Dialect dialect, EndpointRows endpoints) {
        this.dialect = dialect;
        this.endpoints = endpoints;
    }

    private record Known(long version, List<Numbered> endpoints) {}

    /** An endpoint with the store's own number. */
    record Numbered(long id, Endpoint endpoint) {}

    /** By number of the account; an account without endpoints has an empty list. */
    Map<Integer, List<Numbered>> of(Connection connection, Set<Integer> accounts) throws SQLException {
        Map<Integer, List<Numbered>> found = new HashMap<>();
        for (Map.Entry<Integer, Long> account : versions(connection, accounts).entrySet()) {
            Known kept = known.get(account.getKey());
            if (kept == null || kept.version != account.getValue()) {
                kept = new Known(account.getValue(), endpoints.ofAccount(connection, account.getKey()));
                known.put(account.getKey(), kept);
            }
            found.put(account.getKey(), kept.endpoints);
        }
        return found;
    }

    private Map<Integer, Long> versions(Connection connection, Set<Integer> accounts) throws SQLException {
        Map<Integer, Long> versions = new HashMap<>();
        String sql = "SELECT id, version FROM surehook_account WHERE id " + dialect.among(accounts.size());
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            dialect.setAmong(
                    select, 1, accounts.stream().map(Integer::longValue).toList());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    versions.put(row.getInt(1), row.getLong(2));
                }
            }
        }
        return versions;
    }
}
