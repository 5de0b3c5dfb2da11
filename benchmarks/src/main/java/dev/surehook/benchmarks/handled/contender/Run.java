package dev.surehook.benchmarks.handled.contender;

/**
 * Some items that were worked off, each once. Times are nanoseconds.
 *
 * @param took from switching on, or from the first submission, to the last effect
 * @param tookHandling from the first call of a handler to the last effect
 * @param calls of handlers; more than there are items when some were tried again
 */
public record Run(long items, long took, long tookHandling, long calls) {

    String line() {
        return items + " " + took + " " + tookHandling + " " + calls;
    }

    /** Reads what {@link #line} wrote. */
    public static Run parse(String line) {
        String[] values = line.split(" ", 4);
        return new Run(
                Long.parseLong(values[0]),
                Long.parseLong(values[1]),
                Long.parseLong(values[2]),
                Long.parseLong(values[3]));
    }

    /** Items per second. */
    public double rate() {
        return items * 1e9 / took;
    }

    public double rateOfHandling() {
        return items * 1e9 / tookHandling;
    }
}
