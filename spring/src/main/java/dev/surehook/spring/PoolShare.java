package dev.surehook.spring;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.OptionalInt;
import javax.sql.DataSource;

/**
 * How many connections of the application's pool handlers may hold at a time. Some stay free, or slow handlers would
 * keep the intake waiting for a connection until the sender gives up.
 */
final class PoolShare {
    /** One commits events, one claims and records, one looks. */
    private static final int KEPT = 3;

    private PoolShare() {}

    /** Nothing when the pool does not tell its size. */
    static OptionalInt of(DataSource dataSource) {
        try {
            if (dataSource.isWrapperFor(HikariDataSource.class)) {
                int size = dataSource.unwrap(HikariDataSource.class).getMaximumPoolSize();
                return OptionalInt.of(Math.max(1, size - KEPT));
            }
        } catch (SQLException e) {
            // It does not tell.
        }
        return OptionalInt.empty();
    }
}
