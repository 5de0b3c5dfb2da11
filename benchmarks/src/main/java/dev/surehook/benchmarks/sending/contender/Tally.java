package dev.surehook.benchmarks.sending.contender;

/**
 * What a contender has on record.
 *
 * @param attempts of all deliveries
 * @param events that attempts were made of
 * @param failures attempts without a 2xx
 * @param waiting deliveries that are to be sent
 */
public record Tally(long attempts, long events, long failures, long waiting) {

    String line() {
        return attempts + " " + events + " " + failures + " " + waiting;
    }

    /** Reads what {@link #line} wrote. */
    public static Tally parse(String line) {
        String[] values = line.split(" ", 4);
        return new Tally(
                Long.parseLong(values[0]),
                Long.parseLong(values[1]),
                Long.parseLong(values[2]),
                Long.parseLong(values[3]));
    }

    /**
     * What must hold after {@code count} deliveries were sent: one attempt of each, none lost or doubled.
     *
     * @throws IllegalStateException when it does not
     */
    public void requireEachOnceMore(String who, Tally before, long count) {
        Tally expected = new Tally(before.attempts + count, before.events + count, before.failures, before.waiting);
        if (!equals(expected)) {
            throw new IllegalStateException(who + " has " + this + " on record and not " + expected);
        }
    }
}
