package dev.surehook.benchmarks.handled.contender;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The connection pool that each contender has. */
public final class Pool {
    public static final int SIZE = 20;

    private Pool() {}

    static HikariDataSource open(String jdbcUrl) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(SIZE);
        return new HikariDataSource(config);
    }
}
