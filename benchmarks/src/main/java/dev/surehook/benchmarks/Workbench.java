package dev.surehook.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts receivers on fresh stores and ends all that it started, last first, when it is closed. Closing is safe from
 * another thread, so that an interrupted benchmark leaves nothing behind.
 */
final class Workbench implements AutoCloseable {

    /** Signs all events; a fixed value, as it guards nothing. */
    static final String SECRET = "whsec_00112233445566778899aabbccddeeff";

    private final Settings settings;
    private final Scratch scratch;
    private final Placeholders placeholders;
    private @Nullable PostgresCluster postgres;
    private int started;

    private Workbench(Settings settings, Scratch scratch, Placeholders placeholders) {
        this.settings = settings;
        this.scratch = scratch;
        this.placeholders = placeholders;
    }

    static Workbench open(Settings settings) throws IOException {
        Scratch scratch = Scratch.in(settings.work());
        JavaRuntime java = JavaRuntime.of(settings.java());
        String libraries = settings.benchmarks().resolve("target/lib") + "/*";
        Path repo = settings.benchmarks().resolveSibling(".").normalize();
        return new Workbench(
                settings,
                scratch,
                new Placeholders(Map.of(
                        "java", List.of(settings.java().toString()),
                        "jvm", java.options(),
                        "virtualThreads", java.virtualThreads() ? List.of("--virtual-threads") : List.of(),
                        "classpath", List.of(settings.benchmarks().resolve("target/classes") + ":" + libraries),
                        "benchmarks", List.of(settings.benchmarks().toString()),
                        "repo", List.of(repo.toString()))));
    }

    Settings settings() {
        return settings;
    }

    /** A folder for files of the benchmark itself. */
    Path dir() {
        return scratch.dir();
    }

    Receiver start(Contender contender) throws IOException, InterruptedException {
        return start(contender, contender.name(), Map.of());
    }

    /** Starts a contender on an empty store and waits until it accepts events. */
    Receiver start(Contender contender, String label, Map<String, String> environment)
            throws IOException, InterruptedException {
        return start(contender, label, environment, (data, jdbcUrl) -> {});
    }

    /** Is called with the contender's folder and database before it is started. */
    interface Before {
        void prepare(Path data, String jdbcUrl);
    }

    Receiver start(Contender contender, String label, Map<String, String> environment, Before before)
            throws IOException, InterruptedException {
        System.out.println("starting " + label);
        String unique = "r" + ++started;
        Path data = Files.createDirectory(dir().resolve(unique));
        int port = Ports.free();
        Placeholders values = placeholders
                .with("port", Integer.toString(port))
                .with("dir", data.toString())
                .with("silent", scratch.own(new SilentEndpoint()).url());
        String jdbcUrl = "jdbc:sqlite:" + values.expand(contender.file().orElse("{dir}"));
        if (contender.store() == Store.POSTGRESQL) {
            jdbcUrl = postgres().createDatabase(unique);
            values = values.with("jdbcUrl", jdbcUrl);
        }
        before.prepare(data, jdbcUrl);
        Map<String, String> all = new HashMap<>(environment);
        all.put("YCLOUD_WEBHOOK_SECRET", SECRET);
        for (Map.Entry<String, String> entry : contender.environment().entrySet()) {
            all.put(entry.getKey(), values.expand(entry.getValue()));
        }
        ChildProcess process = scratch.own(
                ChildProcess.start(values.expandWords(contender.command()), all, dir().resolve(unique + ".log")));
        return Receiver.awaitReady(label, contender, process, port, jdbcUrl);
    }

    private PostgresCluster postgres() throws IOException, InterruptedException {
        PostgresCluster cluster = postgres;
        if (cluster == null) {
            cluster = scratch.own(PostgresCluster.start(settings.postgres(), dir()));
            postgres = cluster;
        }
        return cluster;
    }

    @Override
    public void close() {
        scratch.close();
    }
}
