package dev.surehook.engine.work;

import java.util.ArrayList;
import java.util.List;

/**
 * How much a lane claims, and how that is shared out to its slots. Events that were never begun go together in batches;
 * one that was begun before, in a batch or alone, is tried alone, in a slot of its own. So whatever an event does to its
 * worker, it does it to its neighbours once at the most.
 *
 * <p>Used by the claiming thread.
 */
final class Portions {
    private static final int MOST_ALONE = 64;
    private static final int MOST = 1_000;

    private final int batch;
    /** Set while claims bring events that must be tried alone: then no more are claimed than there are slots. */
    private boolean careful;

    Portions(int batch) {
        this.batch = batch;
    }

    boolean inBatches() {
        return batch > 1;
    }

    /** How many events to claim for so many slots. */
    int limit(int room) {
        return inBatches() && !careful ? Math.min(room * batch, MOST) : Math.min(room, MOST_ALONE);
    }

    /** Shares out what was claimed; what finds no slot is to be put back. */
    Shares share(List<Claimed> claimed, int room) {
        if (!inBatches()) {
            return new Shares(claimed.stream().map(List::of).toList(), List.of());
        }
        List<List<Claimed>> portions = new ArrayList<>();
        List<Claimed> together = new ArrayList<>();
        List<Lease> tooMany = new ArrayList<>();
        careful = false;
        for (Claimed work : claimed) {
            if (work.lease().attemptOfRun() == 1) {
                together.add(work);
            } else {
                careful = true;
                if (portions.size() < room) {
                    portions.add(List.of(work));
                } else {
                    tooMany.add(work.lease());
                }
            }
        }
        for (int from = 0; from < together.size(); from += batch) {
            List<Claimed> portion = List.copyOf(together.subList(from, Math.min(from + batch, together.size())));
            if (portions.size() < room) {
                portions.add(portion);
            } else {
                portion.forEach(work -> tooMany.add(work.lease()));
            }
        }
        return new Shares(portions, tooMany);
    }

    /** What each slot gets, and what is left over. */
    record Shares(List<List<Claimed>> portions, List<Lease> tooMany) {}
}
