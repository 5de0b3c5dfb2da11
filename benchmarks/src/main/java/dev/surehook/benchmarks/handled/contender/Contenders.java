package dev.surehook.benchmarks.handled.contender;

import dev.surehook.benchmarks.handled.contender.modulith.ModulithContender;
import dev.surehook.benchmarks.handled.contender.surehook.SurehookContender;
import java.sql.SQLException;
import java.util.List;

/** Opens contenders by their names. */
public final class Contenders {
    public static final List<String> NAMES = List.of(
            "surehook",
            "surehook-shared",
            "surehook-batches",
            "db-scheduler",
            "jobrunr",
            "spring-modulith",
            "transaction-outbox");

    private Contenders() {}

    /** @throws IllegalArgumentException when there is no such contender */
    static Contender open(String name, String jdbcUrl, Effects effects) throws SQLException {
        return switch (name) {
            case "surehook" -> SurehookContender.open(jdbcUrl, effects, SurehookContender.SINGLY);
            case "surehook-shared" -> SurehookContender.open(jdbcUrl, effects, SurehookContender.SHARED);
            case "surehook-batches" -> SurehookContender.open(jdbcUrl, effects, SurehookContender.IN_BATCHES);
            case "db-scheduler" -> DbSchedulerContender.open(jdbcUrl, effects);
            case "jobrunr" -> JobRunrContender.open(jdbcUrl, effects);
            case "spring-modulith" -> ModulithContender.open(jdbcUrl, effects);
            case "transaction-outbox" -> OutboxContender.open(jdbcUrl, effects);
            default -> throw new IllegalArgumentException("unknown contender " + name + "; known: " + NAMES);
        };
    }
}
