package dev.surehook.benchmarks;

import java.io.IOException;

/**
 * Puts events with random ids into a running receiver's empty store, before it is measured. A contender names its
 * preloader in the catalogue; one that knows the contender's tables can be much faster than its intake.
 */
interface Preloader {

    /** The answer is how many of them were put in past the intake: events that the receiver never acknowledged. */
    long preload(Receiver receiver, long events) throws IOException;

    /** @throws IllegalArgumentException when there is no such preloader */
    static Preloader named(String name) {
        return switch (name) {
            case "intake" -> new IntakePreloader();
            case "reference-schema" -> new ReferenceSchemaPreloader();
            default -> throw new IllegalArgumentException("unknown preloader " + name);
        };
    }
}
