package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.PostgresCluster;
import dev.surehook.benchmarks.Scratch;
import dev.surehook.benchmarks.sending.contender.Contenders;
import java.io.IOException;
import java.nio.file.Files;

/** What a mode runs on. */
record Bench(SendingSettings settings, Scratch scratch, PostgresCluster postgres, SinkProcess sink) {

    /** Starts a contender and waits until it is there. */
    ContenderProcess start(String contender) throws IOException {
        return start(contender, contender, settings.endpoints());
    }

    /** @param label names a database of its own, too */
    ContenderProcess start(String label, String contender, int endpoints) throws IOException {
        System.out.println("starting " + label);
        return scratch.own(ContenderProcess.start(
                new ContenderProcess.Start(label, contender, place(label, contender), endpoints),
                settings,
                sink,
                scratch.dir()));
    }

    private String place(String label, String contender) throws IOException {
        return switch (contender) {
            case Contenders.SQLITE ->
                Files.createDirectories(scratch.dir().resolve(label)).toString();
            case Contenders.BARE -> "none";
            default -> postgres.createDatabase(database(label));
        };
    }

    /** The name of its database. */
    static String database(String label) {
        return label.replace('-', '_');
    }

    /** Of the database of a contender that was started. */
    String jdbcUrl(String label) {
        return postgres.url(database(label));
    }
}
