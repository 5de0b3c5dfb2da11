package dev.surehook.testkit.crash;

import java.util.Optional;

/**
 * What goes wrong in a node.
 *
 * @param step its name
 * @param time the how-manieth arrival at the step it is, from 1
 */
record FailPoint(String step, int time, End end) {

    enum End {
        /** The process is gone at once: no clean-up, no shutdown hook, nothing flushed. */
        HALT,
        /** The thread stops there, until it is told to go on or somebody kills the process. */
        HANG
    }

    FailPoint(Step step, int time, End end) {
        this(step.name(), time, end);
    }

    static String asText(Optional<FailPoint> point) {
        return point.map(at -> at.step + ":" + at.time + ":" + at.end).orElse("-");
    }

    /** {@code -} is none. */
    static Optional<FailPoint> parse(String text) {
        if (text.equals("-")) {
            return Optional.empty();
        }
        String[] parts = text.split(":", -1);
        return Optional.of(new FailPoint(parts[0], Integer.parseInt(parts[1]), End.valueOf(parts[2])));
    }
}
