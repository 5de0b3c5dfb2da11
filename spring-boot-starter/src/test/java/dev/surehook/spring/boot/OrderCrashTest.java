package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.testkit.webhook.WebhookTester;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes handle customers' events in order; one of them is killed. */
@Tag(TestApplication.ONE_GENERATION)
class OrderCrashTest {
    private static final List<String> CUSTOMERS = List.of("ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal");
    private static final int EACH = 40;
    private static final long PATIENCE_SECONDS = 90;

    private final WebhookTester webhooks = WebhookTester.of("ycloud", TestApplication.SECRET);
    private final AtomicInteger accepted = new AtomicInteger();

    @TempDir
    Path folder;

    @Test
    void each_customers_events_have_their_effects_once_and_in_order() throws Exception {
        String database = TestApplication.freshPostgres();
        execute(database, "CREATE TABLE entry (place bigserial PRIMARY KEY, event_id text)");
        try (Node doomed = Node.start(folder.resolve("doomed"), database);
                Node other = Node.start(folder.resolve("other"), database)) {
            ExecutorService senders = Executors.newFixedThreadPool(CUSTOMERS.size());
            try {
                List<CompletableFuture<Void>> sending = CUSTOMERS.stream()
                        .map(customer -> CompletableFuture.runAsync(() -> sendAll(customer, doomed, other), senders))
                        .toList();
                await("half of the events", () -> accepted.get() > CUSTOMERS.size() * EACH / 2);
                doomed.process.destroyForcibly().waitFor();
                // The time until the dead node's leases end is left out, and the living one's end with them.
                execute(database, "UPDATE surehook_inbox_ready SET lease_until = 0");
                for (CompletableFuture<Void> one : sending) {
                    one.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                }
            } finally {
                senders.shutdownNow();
            }
            await(
                    "all effects",
                    () -> query(database, "SELECT event_id FROM entry").size() >= CUSTOMERS.size() * EACH);
            await("an end of all work", () -> query(database, """
                    SELECT id FROM surehook_inbox_ready UNION ALL SELECT id FROM surehook_inbox_retry
                    UNION ALL SELECT id FROM surehook_inbox_blocked UNION ALL SELECT id FROM surehook_inbox_parked
                    """).isEmpty());
        }
        Map<String, List<Integer>> found = new HashMap<>();
        for (String id : query(database, "SELECT event_id FROM entry ORDER BY place")) {
            int dash = id.indexOf('-');
            found.computeIfAbsent(id.substring(0, dash), key -> new ArrayList<>())
                    .add(Integer.parseInt(id.substring(dash + 1)));
        }
        assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(CUSTOMERS);
        found.forEach((customer, numbers) -> assertThat(numbers)
                .as(customer)
                .hasSize(EACH)
                .isSortedAccordingTo(Comparator.naturalOrder())
                .doesNotHaveDuplicates());
        assertThat(query(database, "SELECT head FROM surehook_order_key")).isEmpty();
        assertThat(query(database, "SELECT detail FROM surehook_inbox_attempt WHERE detail LIKE '%others'"))
                .as("shared transactions")
                .isNotEmpty();
    }

    /** One after the other, to the nodes in turn; what was not answered is sent again, to the one that lives. */
    private void sendAll(String customer, Node doomed, Node other) {
        for (int i = 0; i < EACH; i++) {
            String place = i % 3 == 0 ? "from" : "to";
            String body = "{\"id\":\"%s-%d\",\"type\":\"%s\",\"apiVersion\":\"v2\",\"smsMessage\":{\"%s\":\"%s\"}}"
                    .formatted(customer, i, OrderCrashApplication.TYPE, place, customer);
            if (i % 2 == 0 || !isAccepted(doomed, body)) {
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
                while (!isAccepted(other, body)) {
                    assertThat(System.nanoTime()).isLessThan(deadline);
                    TestApplication.rest();
                }
            }
            accepted.incrementAndGet();
        }
    }

    private boolean isAccepted(Node node, String body) {
        try {
            return node.process.isAlive() && webhooks.sendBody(node.url(), body).status() == 204;
        } catch (RuntimeException | AssertionError e) {
            // It died meanwhile.
            return false;
        }
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            TestApplication.rest();
        }
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
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

        static Node start(Path portFile, String database) throws Exception {
            Path log = portFile.resolveSibling(portFile.getFileName() + ".log");
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            OrderCrashApplication.class.getName(),
                            portFile.toString(),
                            database)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!Files.exists(portFile)) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    process.destroyForcibly();
                    throw new AssertionError("the application did not start:\n" + Files.readString(log));
                }
                TestApplication.rest();
            }
            return new Node(process, Integer.parseInt(Files.readString(portFile)));
        }

        URI url() {
            return URI.create("http://127.0.0.1:" + port);
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly();
        }
    }
}
