package dev.surehook.testkit.crash;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import dev.surehook.engine.work.WorkStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Claims events and books each: one row in a table of the same database, in the transaction of the mark. */
final class BookingWorker implements Runnable {
    /** Events in one claim. */
    static final int BATCH = 4;

    private static final Duration POLL = Duration.ofMillis(10);

    private final WorkStore store;
    private final SourceName source;
    private final Duration lease;
    private final Fuse fuse;
    private final Answers answers;
    private volatile boolean stopped;

    BookingWorker(WorkStore store, SourceName source, Duration lease, Fuse fuse, Answers answers) {
        this.store = store;
        this.source = source;
        this.lease = lease;
        this.fuse = fuse;
        this.answers = answers;
    }

    @Override
    public void run() {
        while (!stopped) {
            List<Claimed> claimed = claim();
            if (claimed.isEmpty()) {
                LockSupport.parkNanos(this, POLL.toNanos());
            } else {
                fuse.reach(
                        InboxStep.AFTER_CLAIM,
                        claimed.stream().map(work -> work.event().id()).toList());
                claimed.forEach(this::work);
            }
        }
    }

    private List<Claimed> claim() {
        try {
            return store.claim(source, BATCH, lease);
        } catch (StoreUnavailable e) {
            note(e);
            return List.of();
        }
    }

    private void work(Claimed work) {
        String id = work.event().id();
        fuse.reach(InboxStep.DURING_WORK, List.of(id));
        Finish finish = new Finish(work.lease(), Instant.now(), Duration.ZERO, new Finish.Processed(), "booked");
        boolean done = finish(finish, id);
        fuse.reach(InboxStep.AFTER_FINISH, List.of(id));
        answers.say((done ? "done " : "lost ") + id);
    }

    /** A busy machine can make the store miss its own deadline; the end is recorded again, as the engine does it. */
    private boolean finish(Finish finish, String id) {
        while (true) {
            try {
                return store.finish(finish, connection -> {
                    book(connection, id);
                    fuse.reach(InboxStep.INSIDE_EFFECT, List.of(id));
                });
            } catch (StoreUnavailable e) {
                note(e);
            }
        }
    }

    /** For whoever reads why a test failed. */
    private static void note(StoreUnavailable trouble) {
        trouble.printStackTrace();
    }

    private static void book(Connection connection, String id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO booking (event_id) VALUES (?)")) {
            insert.setString(1, id);
            insert.executeUpdate();
        }
    }

    void stop() {
        stopped = true;
    }
}
