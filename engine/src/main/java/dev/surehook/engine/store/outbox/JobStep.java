package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.ResendWish;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One step of a job, in a transaction that locks the job first and then the lane of one endpoint: nobody who has a lane
 * locked asks for a job. What is put into the queue and how far the job came are committed together.
 *
 * <p>An endpoint's queue is filled up to a bound and no further, so that what is published meanwhile, which stands behind
 * it, waits for a bounded number of deliveries, however many the job has. A job goes as fast as its endpoints take.
 */
final class JobStep {
    private static final int LOOKED_AT = 200;
    /** Deliveries that are due in an endpoint's queue, of the job or not. */
    private static final int MOST_DUE = 500;

    private static final long REST = 250;
    private static final long LONGEST_REST = 5_000;

    private final JobRows jobs;
    private final JobParts parts;
    private final LaneRows lanes;
    private final QueueRows queue;
    private final Requeue requeue;

    JobStep(Dialect dialect, AccountIds accounts, LaneRows lanes, QueueRows queue, Requeue requeue) {
        this.jobs = new JobRows(dialect, accounts);
        this.parts = new JobParts(dialect);
        this.lanes = lanes;
        this.queue = queue;
        this.requeue = requeue;
    }

    JobRows jobs() {
        return jobs;
    }

    JobParts parts() {
        return parts;
    }

    /** Returns how many deliveries were queued; nothing when there was nothing to do. */
    Optional<Long> run(Connection connection, long id, long now) throws SQLException {
        Optional<JobRows.Row> locked = jobs.lockDue(connection, id, now);
        if (locked.isEmpty()) {
            return Optional.empty();
        }
        ResendJob job = locked.get().job();
        Optional<JobParts.Part> part = parts.due(connection, id, now);
        if (part.isEmpty()) {
            OptionalLong next = parts.next(connection, id);
            jobs.wentOn(
                    connection,
                    id,
                    job.counts(),
                    next.isEmpty() ? ResendJob.State.DONE : ResendJob.State.RUNNING,
                    next.orElse(LaneRow.NEVER),
                    now);
            return Optional.of(0L);
        }
        ResendJob.Counts done = goOn(connection, locked.get(), part.get(), now);
        jobs.wentOn(connection, id, job.counts().plus(done), ResendJob.State.RUNNING, now, now);
        return Optional.of(done.queued());
    }

    private ResendJob.Counts goOn(Connection connection, JobRows.Row row, JobParts.Part part, long now)
            throws SQLException {
        Map<Long, LaneRow> locked = lanes.lock(connection, List.of(part.endpoint()));
        LaneRow lane = locked.get(part.endpoint());
        if (lane == null) {
            parts.remove(connection, part);
            return ResendJob.Counts.NONE;
        }
        int room = lane.held() ? 0 : MOST_DUE - queue.due(connection, part.endpoint(), MOST_DUE, now);
        if (!lane.held() && room <= 0) {
            parts.move(connection, part, part.after(), now + rest(lane, now));
            return ResendJob.Counts.NONE;
        }
        ResendWish wish = row.job().wish();
        List<ResendWalk.Seen> seen = ResendWalk.next(connection, part, wish, row.upper(), LOOKED_AT);
        Turn turn = new Turn(lane, room);
        for (ResendWalk.Seen delivery : seen) {
            if (!turn.take(delivery, wish, row.job().createdAt().toEpochMilli())) {
                break;
            }
        }
        requeue.run(connection, lane, turn.again, wish.used(), now);
        if (turn.lookedAt == seen.size() && seen.size() < LOOKED_AT) {
            parts.remove(connection, part);
        } else {
            parts.move(connection, part, seen.get(turn.lookedAt - 1).ref().event(), now);
        }
        return turn.counts();
    }

    /** Nothing leaves a queue that rests; somebody may resume it earlier. */
    private static long rest(LaneRow lane, long now) {
        long wakes = lane.wake(now) - now;
        return wakes > 0 ? Math.min(wakes, LONGEST_REST) : REST;
    }

    /** What becomes of the deliveries that a step looks at. */
    private static final class Turn {
        private final List<Requeue.Again> again = new ArrayList<>();
        private final LaneRow lane;
        private final int room;

        private int lookedAt;
        private int waiting;
        private int held;

        Turn(LaneRow lane, int room) {
            this.lane = lane;
            this.room = room;
        }

        /** False when there is no room for it, which leaves it for another step. */
        boolean take(ResendWalk.Seen delivery, ResendWish wish, long jobMade) {
            if (delivery.fits(wish, jobMade)) {
                if (delivery.state() == null) {
                    waiting++;
                } else if (wish.states().contains(delivery.state())) {
                    if (lane.held()) {
                        held++;
                    } else if (again.size() < room) {
                        again.add(new Requeue.Again(delivery.ref(), delivery.attempts()));
                    } else {
                        return false;
                    }
                }
            }
            lookedAt++;
            return true;
        }

        ResendJob.Counts counts() {
            boolean gone = lane.hold() == Hold.DELETED;
            return new ResendJob.Counts(lookedAt, again.size(), waiting, gone ? 0 : held, gone ? held : 0);
        }
    }
}
