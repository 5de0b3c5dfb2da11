package dev.surehook.testkit.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Data sources as applications have them. */
public final class Pools {
    private Pools() {}

    public static HikariDataSource of(String jdbcUrl) {
        return of(jdbcUrl, 8);
    }

    static HikariDataSource of(String jdbcUrl, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(5_000);
        return new HikariDataSource(config);
    }

    /** Gives {@code connection} to everybody, as it is, and does not close it. */
    static DataSource lending(Connection connection) {
        Connection lent = (Connection) Proxy.newProxyInstance(
                Pools.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                        method.getName().equals("close") ? null : call(connection, method, arguments));
        return giving(lent);
    }

    /** {@code connection}, counting the statements that are made on it. */
    static Connection counting(AtomicInteger statements, Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                Pools.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getReturnType().getSimpleName().endsWith("Statement")) {
                        statements.incrementAndGet();
                    }
                    return call(connection, method, arguments);
                });
    }

    /** Gives {@code connection}, whose database says {@code about} itself what stands under a method's name. */
    static DataSource saying(Map<String, Object> about, Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        DatabaseMetaData disguise = (DatabaseMetaData) Proxy.newProxyInstance(
                Pools.class.getClassLoader(), new Class<?>[] {DatabaseMetaData.class}, (proxy, method, arguments) -> {
                    Object said = about.get(method.getName());
                    return said == null ? call(metaData, method, arguments) : said;
                });
        Connection disguised = (Connection) Proxy.newProxyInstance(
                Pools.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                        method.getName().equals("getMetaData") ? disguise : call(connection, method, arguments));
        return giving(disguised);
    }

    private static DataSource giving(Connection connection) {
        return (DataSource) Proxy.newProxyInstance(
                Pools.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        return connection;
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
