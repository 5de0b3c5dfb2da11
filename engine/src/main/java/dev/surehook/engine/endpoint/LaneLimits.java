package dev.surehook.engine.endpoint;

/**
 * How fast an endpoint wants to be sent to.
 *
 * @param concurrency attempts at once, on all nodes together
 * @param perSecond attempts begun in a second on all nodes together; 0 for no limit
 * @param inOrder one at a time in the order of publishing; one that fails holds up the later ones until it is delivered or
 *     given up
 */
public record LaneLimits(int concurrency, int perSecond, boolean inOrder) {
    public static final LaneLimits STANDARD = new LaneLimits(8, 0, false);

    public LaneLimits {
        if (concurrency < 1 || concurrency > 100) {
            throw new IllegalArgumentException("concurrency lies between 1 and 100, not at " + concurrency);
        }
        if (perSecond < 0 || perSecond > 10_000) {
            throw new IllegalArgumentException(
                    "the rate lies between 0 (no limit) and 10000 a second, not at " + perSecond);
        }
    }

    /** What may run at once. */
    public int slots() {
        return inOrder ? 1 : concurrency;
    }
}
