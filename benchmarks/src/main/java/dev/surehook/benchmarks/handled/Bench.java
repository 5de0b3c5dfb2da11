package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.PostgresCluster;
import dev.surehook.benchmarks.Scratch;
import java.io.IOException;

/** What a mode runs on. */
record Bench(HandledSettings settings, Scratch scratch, PostgresCluster postgres) {

    /** Starts a contender on a database of its own and waits until it is there. */
    ContenderProcess start(String contender) throws IOException {
        System.out.println("starting " + contender);
        String jdbcUrl = postgres.createDatabase(contender.replace('-', '_'));
        return scratch.own(ContenderProcess.start(contender, settings, jdbcUrl, scratch.dir()));
    }
}
