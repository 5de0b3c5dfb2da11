package dev.surehook.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.store.TestMariaDb;
import dev.surehook.testkit.store.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An application publishes in its own transaction and dies before or after that commits. */
@SuppressWarnings("NullAway.Init")
class CallersTransactionCrashTest {
    private static final int EVENTS = 12;
    private static final int DIES_AT = 7;

    @TempDir
    Path scratch;

    private final Sink sink = new Sink();

    @AfterEach
    void closeSink() {
        sink.close();
    }

    /** A kind of database. */
    enum Kind {
        SQLITE,
        POSTGRESQL,
        MARIADB;

        String freshUrl(Path scratch) throws Exception {
            return switch (this) {
                case SQLITE ->
                    "jdbc:sqlite:"
                            + Files.createTempDirectory(scratch, "app").resolve("app.db")
                            + "?journal_mode=WAL&synchronous=FULL";
                case POSTGRESQL -> TestPostgres.freshDatabase().jdbcUrl();
                case MARIADB -> TestMariaDb.freshDatabase();
            };
        }
    }

    static Stream<Arguments> deaths() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(
                        Arguments.of(kind, SendingStep.INSIDE_CALLERS_TRANSACTION),
                        Arguments.of(kind, SendingStep.AFTER_CALLERS_COMMIT)));
    }

    @ParameterizedTest
    @MethodSource("deaths")
    void what_is_sent_is_what_the_application_committed(Kind kind, SendingStep step) throws Exception {
        String target = sink.known(CrashDatabase.made(CrashDatabase.HOST + kind.freshUrl(scratch)));
        Set<String> ids = SendingCrashContract.ids("event", EVENTS);
        Heard dead = die(target, step, ids);
        Set<String> committed;
        try (SentBooks books = new SentBooks(CrashDatabase.seen(target))) {
            committed = books.bookings();
            assertThat(books.known(ids)).as("published with the bookings").isEqualTo(committed);
            assertThat(committed).containsAll(dead.acknowledged());
            assertThat(committed.containsAll(dead.reached())).isEqualTo(step == SendingStep.AFTER_CALLERS_COMMIT);
        }
        try (NodeProcess second = node(target, Optional.empty())) {
            second.drain();
            second.quit();
            try (SentBooks books = new SentBooks(CrashDatabase.seen(target))) {
                books.mustShowEachDelivered(committed, sink, 1, dead, second.heard());
            }
        }
        Map<String, List<ReceivedRequest>> received = sink.byDelivery();
        assertThat(received).hasSize(Sink.WANTING.size() * committed.size());
    }

    private Heard die(String target, SendingStep step, Set<String> ids) throws Exception {
        FailPoint failPoint = new FailPoint(step, DIES_AT, FailPoint.End.HALT);
        try (NodeProcess node = node(target, Optional.of(failPoint))) {
            ids.forEach(id -> node.tell("join " + id + "\n"));
            assertThat(node.exitCode()).isEqualTo(Fuse.KILLED);
            assertThat(node.heard().hasReached()).isTrue();
            return node.heard();
        }
    }

    private NodeProcess node(String target, Optional<FailPoint> failPoint) throws Exception {
        SenderOptions options = new SenderOptions(target, Optional.of(Duration.ofSeconds(4)), failPoint);
        Path own = Files.createTempDirectory(scratch, "node");
        return NodeProcess.start(SendingCrashNode.Program.get(), options.asArguments(), own);
    }
}
