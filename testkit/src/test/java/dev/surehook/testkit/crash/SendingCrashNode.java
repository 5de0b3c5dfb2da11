package dev.surehook.testkit.crash;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.delivery.PooledSender;
import dev.surehook.engine.delivery.SenderSettings;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.outbox.Published;
import dev.surehook.engine.outbox.Sending;
import dev.surehook.engine.outbox.SendingListener;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.target.AddressRules;
import dev.surehook.testkit.outbox.SendingNode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * A node in a process of its own that publishes what it is told to and sends it to the test's receiver, and dies at its
 * fail-point. Its commands are {@code send ID}, {@code join ID} (which publishes in the application's own transaction),
 * {@code cancel DELIVERY}, {@code disable PATH}, {@code delete PATH}, {@code resume PATH}, {@code drain} and {@code go-on}.
 */
public final class SendingCrashNode {
    static final AccountName ACCOUNT = SendingNode.ACME;
    static final String TYPE = "order.paid";

    private static final int PUBLISHERS = 8;
    private static final Duration POLL = Duration.ofMillis(10);
    private static final SendingProfile PROFILE =
            SendingNode.with(new RetrySchedule(Collections.nCopies(10, Duration.ofMillis(100)), 0));

    private final String target;
    private final Store store;
    private final SendingStore outbox;
    private final Answers answers;
    private final Fuse fuse;
    private final PooledSender sender;
    private final Sending sending;
    private final ExecutorService publishers = Executors.newFixedThreadPool(PUBLISHERS);

    private SendingCrashNode(SenderOptions options, Answers answers) {
        this.target = options.target();
        this.answers = answers;
        this.fuse = new Fuse(options.failPoint(), answers);
        this.store = CrashDatabase.open(target);
        this.outbox = new MortalSending(store.sending(), fuse, options.busy());
        this.sender = PooledSender.open(new SenderSettings(AddressRules.trusted()), InstantSource.system());
        this.sending = Sending.start(
                new Sending.Parts(
                        outbox,
                        store::probe,
                        Map.of(PROFILE.name(), PROFILE),
                        (endpoint, kept) -> SendingNode.SECRET,
                        new MortalSender(sender, fuse),
                        InstantSource.system(),
                        SenderSettings.DEFAULT_ATTEMPTS_AT_ONCE),
                EngineListener.SILENT,
                new Told(answers));
    }

    /** How to run it; trained once, when it is first needed. */
    static final class Program {
        private static final NodeProgram PROGRAM =
                NodeProgram.of(SendingCrashNode.class, "send one\ndrain\n", SendingCrashNode::training);

        private Program() {}

        static NodeProgram get() {
            return PROGRAM;
        }
    }

    /** Nobody listens at the endpoint, which makes for as many attempts as there are, soon. */
    private static List<String> training(Path data) {
        try (Store fresh = CrashDatabase.open(data.toString())) {
            addEndpoint(fresh, URI.create("http://127.0.0.1:9/one"), TYPE);
        }
        return new SenderOptions(data.toString(), Optional.empty(), Optional.empty()).asArguments();
    }

    /** The bytes of an event, from which no step on its way may differ. */
    static byte[] body(String id) {
        return ("{\"z\":1,  \"no\":\"" + id + "\", \"text\":\"\u00e9=<\"}").getBytes(StandardCharsets.UTF_8);
    }

    static Endpoint addEndpoint(Store store, URI url, String types) {
        SendingStore sending = store.sending();
        sending.endpoints().open(ACCOUNT, PROFILE.name());
        EndpointDraft draft =
                new EndpointDraft(url.toString(), "", List.of(types), Optional.empty(), Map.of(), LaneLimits.STANDARD);
        return sending.endpoints()
                .add(ACCOUNT, EndpointRef.random(), draft, "not sealed", 100, false)
                .orElseThrow();
    }

    static Endpoint endpoint(Store store, String path) {
        return store.sending().endpoints().endpoints(ACCOUNT).stream()
                .filter(one -> one.draft().url().endsWith(path))
                .findFirst()
                .orElseThrow();
    }

    public static void main(String[] arguments) throws IOException {
        Answers answers = new Answers(new FileOutputStream(FileDescriptor.out));
        SendingCrashNode node = new SendingCrashNode(SenderOptions.parse(arguments), answers);
        answers.say("ready");
        Life.obey(node::obey);
        node.stop();
    }

    private void obey(String line) {
        int space = line.indexOf(' ');
        String command = space < 0 ? line : line.substring(0, space);
        String what = line.substring(space + 1);
        switch (command) {
            case "send" -> publishers.execute(Life.fatal(() -> answers.say(published(what))));
            case "join" -> publishers.execute(Life.fatal(() -> answers.say(joined(what))));
            case "drain" -> drain();
            case "go-on" -> fuse.goOn();
            default -> publishers.execute(Life.fatal(() -> steer(command, what)));
        }
    }

    static Publication publication(String id) {
        return new Publication(ACCOUNT, id, TYPE, Publication.JSON, body(id));
    }

    private String published(String id) {
        return sending.publish(publication(id)).fold(new Word()) + " " + id;
    }

    /** As an application does it: what it writes and what it publishes stand in one transaction of its own. */
    private String joined(String id) {
        try {
            Published published = store.inTurn(() -> {
                try (Connection connection = CrashDatabase.connect(target)) {
                    connection.setAutoCommit(false);
                    store.beginIn(connection);
                    try (PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO booking (event_id) VALUES (?)")) {
                        insert.setString(1, id);
                        insert.executeUpdate();
                    }
                    Published outcome = outbox.publishIn(connection, publication(id));
                    fuse.reach(SendingStep.INSIDE_CALLERS_TRANSACTION, List.of(id));
                    connection.commit();
                    fuse.reach(SendingStep.AFTER_CALLERS_COMMIT, List.of(id));
                    return outcome;
                }
            });
            sending.signal();
            return (published == Published.STORED ? "accepted " : "duplicate ") + id;
        } catch (Exception e) {
            e.printStackTrace();
            return "unavailable " + id;
        }
    }

    private void steer(String command, String what) {
        switch (command) {
            case "cancel" ->
                outbox.log().cancel(ACCOUNT, DeliveryRef.parse(what).orElseThrow(), "the shop closed");
            case "delete" ->
                outbox.endpoints().delete(ACCOUNT, endpoint(store, what).ref());
            case "disable" -> status(what, EndpointStatus.DISABLED);
            case "resume" -> status(what, EndpointStatus.ACTIVE);
            default -> throw new IllegalArgumentException(command);
        }
        sending.signal();
        answers.say("accepted " + command);
    }

    private void status(String path, EndpointStatus status) {
        outbox.endpoints().status(ACCOUNT, endpoint(store, path).ref(), status, Optional.empty(), Optional.empty());
    }

    /** Says {@code idle} when nothing waits for its endpoints, in a queue, or in anybody's hands. */
    private void drain() {
        try (Connection connection = CrashDatabase.connect(target)) {
            while (waiting(connection) > 0) {
                LockSupport.parkNanos(this, POLL.toNanos());
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        answers.say("idle");
    }

    static long waiting(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT (SELECT count(*) FROM surehook_outbox_fanout)"
                        + " + (SELECT count(*) FROM surehook_delivery_queue)")) {
            row.next();
            return row.getLong(1);
        }
    }

    private void stop() {
        Life.awaitEnd(publishers);
        sending.close(Duration.ofSeconds(10));
        sender.close();
        store.close();
        Runtime.getRuntime().halt(0);
    }

    /** Ends of attempts, one a line. */
    private record Told(Answers answers) implements SendingListener {
        @Override
        public void attempted(AccountName account, EndpointRef endpoint, DeliveryEnd end) {
            answers.say("done " + Sent.of(end.delivery()));
        }

        @Override
        public void overtaken(AccountName account, EndpointRef endpoint, DeliveryEnd end) {
            answers.say("lost " + Sent.of(end.delivery()));
        }

        @Override
        public void troubled(String what, Throwable cause) {
            System.err.println(what);
            cause.printStackTrace();
        }
    }

    private static final class Word implements PublishOutcome.Cases<String> {
        @Override
        public String accepted(PublishOutcome.Accepted outcome) {
            return "accepted";
        }

        @Override
        public String repeated(PublishOutcome.Repeated outcome) {
            return "duplicate";
        }

        @Override
        public String conflicting(PublishOutcome.Conflicting outcome) {
            throw new IllegalStateException(outcome.toString());
        }

        @Override
        public String noSuchAccount(PublishOutcome.NoSuchAccount outcome) {
            throw new IllegalStateException(outcome.toString());
        }

        @Override
        public String unavailable(PublishOutcome.Unavailable outcome) {
            return "unavailable";
        }
    }
}
