package dev.surehook.engine.endpoint;

import java.util.List;

/**
 * The signing secrets of all endpoints as they are kept, for who renews what they are encrypted with. Those whose time is
 * over are left out: nobody opens them any more. Thread-safe. Every method may throw {@link
 * dev.surehook.engine.StoreUnavailable}.
 */
public interface SealedSecrets {
    /** Up to {@code most}, by endpoint and version, those after {@code after}. */
    List<Kept> page(Place after, int most);

    /**
     * Puts {@code sealed} in the place of what {@code kept} says, in a transaction of its own.
     *
     * @return false when that is not there any more: deleted, or replaced by somebody else
     */
    boolean replace(Kept kept, String sealed);

    /** Where a secret stands in the order of all. */
    record Place(long endpoint, int version) {
        public static final Place BEFORE_ALL = new Place(0, 0);
    }

    /** @param ref of its endpoint */
    record Kept(Place place, EndpointRef ref, String sealed) {}
}
