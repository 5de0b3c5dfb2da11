package dev.surehook.testkit.crash;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.inbox.Inbox;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.Store;
import dev.surehook.testkit.store.Requests;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
        this.store = CrashDatabase.open(options.target());
        this.inbox =
                new Inbox(new MortalInbox(store, fuse), InstantSource.system(), EngineListener.SILENT, stored -> {});
        this.senders = Executors.newFixedThreadPool(options.senders());
        this.working = Executors.newFixedThreadPool(options.workers());
        for (int i = 0; i < options.workers(); i++) {
            BookingWorker worker = new BookingWorker(store, SOURCE.name(), options.lease(), fuse, answers);
            workers.add(worker);
            working.execute(Life.fatal(worker));
        }
    }

    public static void main(String[] arguments) throws IOException {
        Answers answers = new Answers(new FileOutputStream(FileDescriptor.out));
        CrashNode node = new CrashNode(NodeOptions.parse(arguments), answers);
        answers.say("ready");
        Life.obey(node::obey);
        node.stop();
    }

    private void obey(String command) {
        if (command.equals("drain")) {
            drain();
        } else if (command.equals("go-on")) {
            fuse.goOn();
        } else {
            String id = command.substring("send ".length());
            senders.execute(Life.fatal(() -> answers.say(answer(id))));
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

    private void stop() {
        Life.awaitEnd(senders);
        inbox.close();
        workers.forEach(BookingWorker::stop);
        Life.awaitEnd(working);
        store.close();
        Runtime.getRuntime().halt(0);
    }

    /** How to run it; trained once, when it is first needed. */
    static final class Program {
        private static final NodeProgram PROGRAM = NodeProgram.of(
                CrashNode.class,
                "send one\ndrain\n",
                data -> new NodeOptions(data.toString(), Duration.ofHours(1), 1, 1, Optional.empty()).asArguments());

        private Program() {}

        static NodeProgram get() {
            return PROGRAM;
        }
    }
}
