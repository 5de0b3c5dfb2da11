package dev.surehook.engine.store.outbox;

import java.util.ArrayList;
import java.util.List;

/**
 * What a lane takes from the front of its queue, and when it should be looked at next. The front holds twice as many rows
 * as may be under way: all that are, since only the first ones are ever begun, and as many again.
 */
final class LaneTurn {
    private static final long SECOND = 1_000_000;

    private final List<QueueRow> taken = new ArrayList<>();
    private LaneRow after;

    private LaneTurn(LaneRow lane) {
        this.after = lane;
    }

    static int front(LaneRow lane) {
        return 2 * Math.max(lane.slots(), 1) + 1;
    }

    /**
     * @param front the first rows of the queue, at most {@link #front} of them
     * @param most deliveries that may be taken
     * @param busyUntil when an attempt that begins now counts as lost
     */
    static LaneTurn of(LaneRow lane, List<QueueRow> front, long now, int most, long busyUntil) {
        LaneTurn turn = new LaneTurn(lane);
        if (lane.wake(now) > now) {
            turn.after = lane.nextDue(lane.wake(now));
        } else {
            turn.take(lane, front, now, most, busyUntil);
        }
        return turn;
    }

    private void take(LaneRow lane, List<QueueRow> front, long now, int most, long busyUntil) {
        int busy = 0;
        long next = LaneRow.NEVER;
        for (QueueRow row : front) {
            if (row.busyUntil() > now) {
                busy++;
                next = Math.min(next, row.busyUntil());
            }
        }
        long interval = lane.perSecond() == 0 ? 0 : SECOND / lane.perSecond();
        long tat = interval == 0 ? lane.tat() : Math.max(lane.tat(), now * 1_000 - SECOND);
        int room = Math.min(most, lane.room() - busy);
        for (QueueRow row : front) {
            if (row.busyUntil() > now) {
                continue;
            }
            if (row.dueAt() > now) {
                next = Math.min(next, row.dueAt());
            } else if (taken.size() >= room) {
                // An end makes room and has the lane looked at again; where it was the caller that wanted no more, at
                // once.
                next = Math.min(next, most <= room ? now : next);
                break;
            } else if (interval > 0 && tat + interval > now * 1_000) {
                next = Math.min(next, (tat + interval) / 1_000 + 1);
                break;
            } else {
                tat += interval;
                taken.add(row);
                next = Math.min(next, busyUntil);
            }
        }
        after = lane.nextDue(next).used(tat);
    }

    List<QueueRow> taken() {
        return taken;
    }

    LaneRow after() {
        return after;
    }
}
