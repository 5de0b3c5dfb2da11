package dev.surehook.engine.store.outbox;

import dev.surehook.engine.access.AccountKey;
import dev.surehook.engine.access.AccountKeyStore;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.store.sql.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Keys of accounts; a key that was revoked has no row. */
final class SqlAccountKeys implements AccountKeyStore {
    private static final String ADD = """
            INSERT INTO surehook_account_key (hash, ref, account_id, name, created_at) VALUES (?, ?, ?, ?, ?)
            """;

    private static final String OWNER = "SELECT account_id FROM surehook_account_key WHERE hash = ?";

    private static final String LIST =
            "SELECT ref, account_id, name, created_at FROM surehook_account_key WHERE ref > ?";

    private final Database database;
    private final AccountIds accounts;

    SqlAccountKeys(Database database, AccountIds accounts) {
        this.database = database;
        this.accounts = accounts;
    }

    @Override
    public Optional<AccountKey> add(AccountName account, String ref, byte[] hash, String name, int most) {
        OptionalInt id = accounts.idOf(account);
        if (id.isEmpty()) {
            return Optional.empty();
        }
        return database.write(connection -> {
            // Two at the same moment may both be the last that there is room for: the bound is against runaways.
            if (count(connection, id.getAsInt()) >= most) {
                return Optional.empty();
            }
            long now = database.now(connection);
            try (PreparedStatement insert = connection.prepareStatement(ADD)) {
                insert.setBytes(1, hash);
                insert.setString(2, ref);
                insert.setInt(3, id.getAsInt());
                insert.setString(4, name);
                insert.setLong(5, now);
                insert.executeUpdate();
            }
            return Optional.of(new AccountKey(ref, account, name, Instant.ofEpochMilli(now)));
        });
    }

    private static int count(Connection connection, int account) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT count(*) FROM surehook_account_key WHERE account_id = ?")) {
            select.setInt(1, account);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    @Override
    public Optional<AccountName> owner(byte[] hash) {
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(OWNER)) {
                select.setBytes(1, hash);
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? Optional.of(accounts.nameOf(connection, row.getInt(1))) : Optional.empty();
                }
            }
        });
    }

    @Override
    public List<AccountKey> list(Optional<AccountName> account, String after, int limit) {
        OptionalInt id = account.isPresent() ? accounts.idOf(account.get()) : OptionalInt.empty();
        if (account.isPresent() && id.isEmpty()) {
            return List.of();
        }
        String sql = LIST + (id.isPresent() ? " AND account_id = ?" : "") + " ORDER BY ref LIMIT ?";
        return database.read(connection -> {
            List<AccountKey> keys = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, after);
                if (id.isPresent()) {
                    select.setInt(2, id.getAsInt());
                }
                select.setInt(id.isPresent() ? 3 : 2, limit);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        keys.add(new AccountKey(
                                row.getString("ref"),
                                accounts.nameOf(connection, row.getInt("account_id")),
                                row.getString("name"),
                                Instant.ofEpochMilli(row.getLong("created_at"))));
                    }
                }
            }
            return keys;
        });
    }

    @Override
    public boolean revoke(String ref) {
        return database.write(connection -> {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM surehook_account_key WHERE ref = ?")) {
                delete.setString(1, ref);
                return delete.executeUpdate() > 0;
            }
        });
    }
}
