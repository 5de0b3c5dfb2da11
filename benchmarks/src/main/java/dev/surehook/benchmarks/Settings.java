package dev.surehook.benchmarks;

import dev.surehook.benchmarks.cli.Arguments;
import dev.surehook.benchmarks.load.IdOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How the benchmark runs.
 *
 * @param scenarios names of {@link Scenario}s
 * @param contenders names of those to run; empty for all
 * @param connections of the closed loops
 * @param openConnections of the open loops: many, so that a request seldom waits for a free one
 * @param rounds per comparison
 * @param warmup of each receiver, once, with the closed loop
 * @param counted length of each counted run
 * @param ids how event ids relate
 * @param events stored before the scenario {@code prefilled} measures
 * @param fsyncMicros added to each fsync in the scenario {@code slow-fsync}
 * @param java the program that runs the Java reference
 * @param benchmarks this module's folder
 * @param contendersFile the catalogue
 * @param results where tables are written
 * @param work where a folder for data is made, and removed at the end; on the disk that is to be measured
 * @param postgres the folder of PostgreSQL's programs
 */
record Settings(
        List<String> scenarios,
        List<String> contenders,
        List<Integer> connections,
        int openConnections,
        int rounds,
        Duration warmup,
        Duration counted,
        IdOrder ids,
        long events,
        int fsyncMicros,
        Path java,
        Path benchmarks,
        Path contendersFile,
        Path results,
        Path work,
        Path postgres) {

    private static final Duration RAMP = Duration.ofSeconds(1);

    static Settings parse(String[] args) {
        Arguments given = Arguments.parse(
                args,
                Set.of(
                        "scenarios",
                        "contenders",
                        "connections",
                        "open-connections",
                        "rounds",
                        "warmup",
                        "seconds",
                        "ids",
                        "events",
                        "fsync-us",
                        "java",
                        "benchmarks",
                        "contenders-file",
                        "results",
                        "work",
                        "postgres"));
        Path benchmarks =
                Path.of(given.text("benchmarks", ".")).toAbsolutePath().normalize();
        return new Settings(
                given.list("scenarios", List.of("accept")),
                given.list("contenders", List.of()),
                given.list("connections", List.of("64", "256")).stream()
                        .map(Integer::valueOf)
                        .toList(),
                given.number("open-connections", 256),
                given.number("rounds", 3),
                given.seconds("warmup", 15),
                given.seconds("seconds", 6),
                IdOrder.valueOf(given.text("ids", "random").toUpperCase(Locale.ROOT)),
                given.number("events", 5_000_000),
                given.number("fsync-us", 1000),
                Path.of(given.text(
                        "java",
                        Path.of(System.getProperty("java.home"), "bin/java").toString())),
                benchmarks,
                Path.of(given.text(
                        "contenders-file",
                        benchmarks.resolve("contenders.properties").toString())),
                Path.of(given.text("results", benchmarks.resolve("results").toString())),
                Path.of(given.text("work", "/var/tmp")),
                Path.of(given.text("postgres", "/usr/lib/postgresql/15/bin")));
    }

    boolean includes(Contender contender) {
        return contenders.isEmpty() || contenders.contains(contender.name());
    }

    /** A closed loop with a short ramp before the counted part. */
    Load closedLoop(int connectionCount) {
        return new Load(connectionCount, 0, RAMP, counted, ids);
    }

    Load openLoop(int rate) {
        return closedLoop(openConnections).withRate(rate);
    }
}
