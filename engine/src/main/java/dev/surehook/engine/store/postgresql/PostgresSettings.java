package dev.surehook.engine.store.postgresql;

import java.util.Optional;

/**
 * Where the database is.
 *
 * @param jdbcUrl {@code jdbc:postgresql://host:port/database}
 * @param poolSize connections of this node, 4 at least
 */
public record PostgresSettings(String jdbcUrl, Optional<String> user, Optional<String> password, int poolSize) {
    public static final int DEFAULT_POOL_SIZE = 10;

    public PostgresSettings {
        if (!jdbcUrl.startsWith("jdbc:postgresql:")) {
            throw new IllegalArgumentException(
                    "a database URL looks like jdbc:postgresql://host:5432/name; other databases are not supported");
        }
        if (poolSize < 4) {
            throw new IllegalArgumentException("the pool needs 4 connections at least, not " + poolSize);
        }
    }

    /** Without the password, and without the URL's parameters, which may hold one. */
    @Override
    public String toString() {
        int parameters = jdbcUrl.indexOf('?');
        return parameters < 0 ? jdbcUrl : jdbcUrl.substring(0, parameters);
    }
}
