package dev.surehook.benchmarks;

import java.util.Locale;

/** What a contender stores in. */
enum Store {
    SQLITE,
    POSTGRESQL;

    static Store named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return this == SQLITE ? "SQLite" : "PostgreSQL";
    }
}
