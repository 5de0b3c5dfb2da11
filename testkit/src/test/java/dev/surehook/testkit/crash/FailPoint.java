package dev.surehook.testkit.crash;

import java.util.Optional;

/**
 * What goes wrong in a node.
 *
 * @param time the how-manieth arrival at the step it is, from 1
 */
record FailPoint(Step step, int time, End end) {

    enum End {
        /** The process is gone at once: no clean-up, no shutdown hook, nothing flushed. */
        HALT,
        /** The thread stops there, until it is told to go on or somebody kills the process. */
        HANG
    }

    String asText() {
        return step + ":" + time + ":" + end;
    }

    /** {@code -} is none. */
    static Optional<FailPoint> parse(String text) {
        if (text.equals("-")) {
            return Optional.empty();
        }
        String[] parts = text.split(":", -1);
        return Optional.of(new FailPoint(Step.valueOf(parts[0]), Integer.parseInt(parts[1]), End.valueOf(parts[2])));
    }
}
