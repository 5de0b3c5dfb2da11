package dev.surehook.server.cli;

/** A number with its noun: {@code 1 event}, {@code 2 events}. */
final class Counted {
    private Counted() {}

    static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** {@code once} or {@code 3 times}. */
    static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }
}
