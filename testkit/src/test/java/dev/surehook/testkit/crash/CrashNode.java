package dev.surehook.testkit.crash;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.inbox.Inbox;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.postgresql.PostgresSettings;
import dev.surehook.engine.store.postgresql.PostgresStore;
import dev.surehook.engine.store.sqlite.SqliteStore;
import dev.surehook.testkit.store.Requests;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A node in a process of its own: takes signed events through a real inbox, works them off on a real store, and dies at
 * its fail-point. It reads commands, one a line ({@code send ID}, {@code drain}, {@code go-on}), and ends well when its
 * input does, so it never outlives the test.
 */
public final class CrashNode {
    static final Source SOURCE = Requests.source("ycloud");

    private static final Duration POLL = Duration.ofMillis(10);

    private final Store store;
    private final Inbox inbox;
    private final Answers answers;
    private final Fuse fuse;
    private final ExecutorService senders;
    private final List<BookingWorker> workers = new ArrayList<>();
    private final ExecutorService working;

    private CrashNode(NodeOptions options, Answers answers) {
        this.answers = answers;
        this.fuse = new Fuse(options.failPoint(), answers);
        this.store = open(options.target());
        this.inbox =
                new Inbox(new MortalInbox(store, fuse), InstantSource.system(), EngineListener.SILENT, stored -> {});
        this.senders = Executors.newFixedThreadPool(options.senders());
        this.working = Executors.newFixedThreadPool(options.workers());
        for (int i = 0; i < options.workers(); i++) {
            BookingWorker worker = new BookingWorker(store, SOURCE.name(), options.lease(), fuse, answers);
            workers.add(worker);
            working.execute(fatal(worker));
        }
    }

    private static Store open(String target) {
        return target.startsWith("jdbc:")
                ? PostgresStore.open(new PostgresSettings(target, Optional.empty(), Optional.empty(), 8))
                : SqliteStore.open(Path.of(target), InstantSource.system());
    }

    public static void main(String[] arguments) throws IOException {
        Answers answers = new Answers(new FileOutputStream(FileDescriptor.out));
        CrashNode node = new CrashNode(NodeOptions.parse(arguments), answers);
        answers.say("ready");
        try (BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                node.obey(line);
            }
        }
        node.stop();
    }

    private void obey(String command) {
        if (command.equals("drain")) {
            drain();
        } else if (command.equals("go-on")) {
            fuse.goOn();
        } else {
            String id = command.substring("send ".length());
            senders.execute(fatal(() -> answers.say(answer(id))));
        }
    }

    private String answer(String id) {
        AcceptOutcome outcome = inbox.accept(SOURCE, Requests.signed(id));
        if (outcome instanceof AcceptOutcome.Accepted) {
            return "accepted " + id;
        }
        if (outcome instanceof AcceptOutcome.Duplicate) {
            return "duplicate " + id;
        }
        if (outcome instanceof AcceptOutcome.Unavailable) {
            return "unavailable " + id;
        }
        throw new IllegalStateException(outcome.toString());
    }

    /** Says {@code idle} when no event waits or is in anybody's hands. */
    private void drain() {
        while (!store.list(EventLog.Query.newest(1).in(EventState.READY))
                .events()
                .isEmpty()) {
            LockSupport.parkNanos(this, POLL.toNanos());
        }
        answers.say("idle");
    }

    /** A fault in a thread must not pass as a node that is merely slow. */
    private static Runnable fatal(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        };
    }

    private void stop() {
        awaitEnd(senders);
        inbox.close();
        workers.forEach(BookingWorker::stop);
        awaitEnd(working);
        store.close();
        Runtime.getRuntime().halt(0);
    }

    private static void awaitEnd(ExecutorService threads) {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(2);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
