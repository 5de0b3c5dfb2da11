package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.JavaCommand;
import dev.surehook.benchmarks.cli.Arguments;
import dev.surehook.benchmarks.sending.contender.Contenders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How the benchmark runs.
 *
 * @param modes any of {@link Mode#NAMES}
 * @param contenders in the order of the first round
 * @param events per counted run, one delivery of each
 * @param endpoints that they go to
 * @param rounds of each comparison
 * @param warmup of each contender
 * @param singles events whose latency is measured, one after the other, per round
 * @param waiting deliveries that wait on suspended endpoints
 * @param hanging deliveries that wait for an endpoint that hangs
 * @param many endpoints of the larger number
 * @param java the program that runs the contenders
 * @param benchmarks this module's folder
 * @param results where tables are written
 * @param work where a folder for data is made, and removed at the end; on the disk that is to be measured
 * @param postgres the folder of PostgreSQL's programs
 * @param postgresSettings for the server, {@code name=value}; for looking into it, not for comparing
 */
record SendingSettings(
        List<String> modes,
        List<String> contenders,
        int events,
        int endpoints,
        int rounds,
        Duration warmup,
        int singles,
        int waiting,
        int hanging,
        int many,
        Path java,
        Path benchmarks,
        Path results,
        Path work,
        Path postgres,
        List<String> postgresSettings) {

    static SendingSettings parse(String[] args) {
        Arguments given = Arguments.parse(
                args,
                Set.of(
                        "modes",
                        "contenders",
                        "events",
                        "endpoints",
                        "rounds",
                        "warmup",
                        "singles",
                        "waiting",
                        "hanging",
                        "many",
                        "java",
                        "benchmarks",
                        "results",
                        "work",
                        "postgres",
                        "postgres-settings"));
        Path benchmarks =
                Path.of(given.text("benchmarks", ".")).toAbsolutePath().normalize();
        return new SendingSettings(
                given.list("modes", List.of("rate")),
                given.list("contenders", Contenders.NAMES),
                given.number("events", 20_000),
                given.number("endpoints", 10),
                given.number("rounds", 3),
                given.seconds("warmup", 20),
                given.number("singles", 500),
                given.number("waiting", 1_000_000),
                given.number("hanging", 100_000),
                given.number("many", 10_000),
                Path.of(given.text(
                        "java",
                        Path.of(System.getProperty("java.home"), "bin/java").toString())),
                benchmarks,
                Path.of(given.text("results", benchmarks.resolve("results").toString())),
                Path.of(given.text("work", "/var/tmp")),
                Path.of(given.text("postgres", "/usr/lib/postgresql/15/bin")),
                given.list("postgres-settings", List.of()));
    }

    JavaCommand command() {
        return new JavaCommand(java, benchmarks);
    }

    /** For the head of a table. */
    String how() {
        return "%,d events of 1 KiB, one delivery of each, %,d endpoints, %d rounds, warm-up %d s; medians over the rounds (least–greatest)."
                .formatted(events, endpoints, rounds, warmup.toSeconds());
    }
}
