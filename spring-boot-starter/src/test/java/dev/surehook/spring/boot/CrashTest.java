package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.signatures.Secret;
import dev.surehook.testkit.provider.FakeProvider;
import dev.surehook.testkit.provider.HttpSender;
import dev.surehook.testkit.provider.ProviderRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Processes that die at each step around the business transaction: every effect is there afterwards, and once. */
class CrashTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TYPE = "whatsapp.inbound_message.received";

    private final FakeProvider provider = FakeProvider.named("ycloud", Secret.of(TestApplication.SECRET));
    private final HttpSender sender = new HttpSender();

    @TempDir
    Path folder;

    /** All, unless the build says that they were shown elsewhere. */
    static Stream<TestDatabase> databases() {
        String only = System.getProperty("surehook.test.databases", "");
        return Stream.of(TestDatabase.values()).filter(one -> only.isEmpty() || only.equals(one.name()));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void A4_C_every_accepted_event_has_its_effect_once_wherever_the_process_dies(TestDatabase database)
            throws Exception {
        String url = database.fresh(folder);
        List<ProviderRequest> accepted = new ArrayList<>();
        List<ProviderRequest> unanswered = new ArrayList<>();
        for (CrashApplication.Step step : CrashApplication.deadly()) {
            try (Node node = Node.start(folder, url, step.name())) {
                ProviderRequest request = provider.request(TYPE);
                try {
                    assertThat(sender.post(node.intake(), request).status()).isEqualTo(204);
                    accepted.add(request);
                } catch (IOException e) {
                    // The event of the step before took the process down meanwhile; whoever got no answer comes again.
                    unanswered.add(request);
                }
                assertThat(node.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .as("the process dies at %s", step)
                        .isTrue();
            }
            endLeases(url);
        }
        try (Node node = Node.start(folder, url, "NEVER")) {
            awaitProcessed(url, accepted);
            for (ProviderRequest request : accepted) {
                assertThat(sender.post(node.intake(), provider.again(request)).status())
                        .isEqualTo(204);
            }
            for (ProviderRequest request : unanswered) {
                assertThat(sender.post(node.intake(), provider.again(request)).status())
                        .isEqualTo(204);
                accepted.add(request);
            }
            ProviderRequest last = provider.request(TYPE);
            assertThat(sender.post(node.intake(), last).status()).isEqualTo(204);
            accepted.add(last);
            awaitProcessed(url, accepted);
        }
        assertThat(query(url, "SELECT event_id FROM effect"))
                .containsExactlyInAnyOrderElementsOf(
                        accepted.stream().map(ProviderRequest::id).toList());
    }

    /** The dead worker's lease ends: the time that would take is left out. */
    private static void endLeases(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE surehook_inbox_ready SET lease_until = 0");
        }
    }

    private static void awaitProcessed(String url, List<ProviderRequest> events) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            List<String> left = query(url, "SELECT id FROM surehook_inbox_ready");
            List<String> effects = query(url, "SELECT event_id FROM effect");
            if (left.isEmpty() && effects.size() >= events.size()) {
                return;
            }
            assertThat(System.nanoTime())
                    .as("effects %s of %s events, %s still waiting", effects, events.size(), left)
                    .isLessThan(deadline);
            TestApplication.rest();
        }
    }

    private static List<String> query(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    /** An application in a process of its own. */
    private record Node(Process process, int port) implements AutoCloseable {

        static Node start(Path folder, String url, String step) throws Exception {
            Path portFile = folder.resolve("port-" + step);
            Path log = folder.resolve("log-" + step);
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            CrashApplication.class.getName(),
                            step,
                            portFile.toString(),
                            url)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!Files.exists(portFile)) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    process.destroyForcibly();
                    throw new AssertionError("the application did not start:\n" + Files.readString(log));
                }
                TestApplication.rest();
            }
            return new Node(process, Integer.parseInt(Files.readString(portFile)));
        }

        URI intake() {
            return URI.create("http://127.0.0.1:" + port + "/in/ycloud");
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly();
        }
    }
}
