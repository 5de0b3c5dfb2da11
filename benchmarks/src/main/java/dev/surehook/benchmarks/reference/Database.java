package dev.surehook.benchmarks.reference;

/**
 * Where the reference receiver stores.
 *
 * @param name the ending of its schema file's name
 * @param jdbcUrl with the settings that each connection gets
 * @param poolSize connections in the pool
 */
record Database(String name, String jdbcUrl, int poolSize) {

    private static final String SQLITE = "sqlite:";
    private static final String POSTGRESQL = "postgresql:";

    static Database of(String argument) {
        if (argument.startsWith(SQLITE)) {
            String file = argument.substring(SQLITE.length());
            // One connection, as SQLite has one writer: a larger pool waits for the file lock and stores no more.
            return new Database("sqlite", "jdbc:sqlite:" + file + "?journal_mode=WAL&synchronous=FULL", 1);
        }
        if (argument.startsWith(POSTGRESQL)) {
            return new Database("postgresql", argument.substring(POSTGRESQL.length()), 10);
        }
        throw new IllegalArgumentException("--db must be sqlite:FILE or postgresql:JDBC-URL");
    }
}
