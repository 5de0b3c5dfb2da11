package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.cli.Arguments;
import dev.surehook.benchmarks.handled.contender.Contenders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How the benchmark runs.
 *
 * @param modes any of {@code rate}, {@code latency}, {@code backlog}
 * @param contenders in the order of the first round
 * @param items per counted run
 * @param rounds of each comparison
 * @param warmup of each contender
 * @param singles events whose latency is measured, one after the other
 * @param waiting events of the large backlog
 * @param claims per backlog
 * @param worked events that are worked off while another transaction is open
 * @param java the program that runs the contenders
 * @param benchmarks this module's folder
 * @param results where tables are written
 * @param work where a folder for data is made, and removed at the end; on the disk that is to be measured
 * @param postgres the folder of PostgreSQL's programs
 * @param postgresSettings for the server, {@code name=value}; for looking into it, not for comparing
 */
record HandledSettings(
        List<String> modes,
        List<String> contenders,
        int items,
        int rounds,
        Duration warmup,
        int singles,
        int waiting,
        int claims,
        int worked,
        Path java,
        Path benchmarks,
        Path results,
        Path work,
        Path postgres,
        List<String> postgresSettings) {

    static HandledSettings parse(String[] args) {
        Arguments given = Arguments.parse(
                args,
                Set.of(
                        "modes",
                        "contenders",
                        "items",
                        "rounds",
                        "warmup",
                        "singles",
                        "waiting",
                        "claims",
                        "worked",
                        "java",
                        "benchmarks",
                        "results",
                        "work",
                        "postgres",
                        "postgres-settings"));
        Path benchmarks =
                Path.of(given.text("benchmarks", ".")).toAbsolutePath().normalize();
        return new HandledSettings(
                given.list("modes", List.of("rate")),
                given.list("contenders", Contenders.NAMES),
                given.number("items", 20_000),
                given.number("rounds", 3),
                given.seconds("warmup", 20),
                given.number("singles", 500),
                given.number("waiting", 1_000_000),
                given.number("claims", 300),
                given.number("worked", 50_000),
                Path.of(given.text(
                        "java",
                        Path.of(System.getProperty("java.home"), "bin/java").toString())),
                benchmarks,
                Path.of(given.text("results", benchmarks.resolve("results").toString())),
                Path.of(given.text("work", "/var/tmp")),
                Path.of(given.text("postgres", "/usr/lib/postgresql/15/bin")),
                given.list("postgres-settings", List.of()));
    }
}
