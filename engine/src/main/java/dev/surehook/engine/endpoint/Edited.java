package dev.surehook.engine.endpoint;

import java.time.Instant;

/** What became of a wish to change an endpoint. */
public sealed interface Edited<T> {

    <R> R fold(Cases<T, R> cases);

    /** One answer for each outcome. */
    interface Cases<T, R> {
        R done(Done<T> outcome);

        R notThere(NotThere<T> outcome);

        R otherVersion(OtherVersion<T> outcome);

        R inFlight(InFlight<T> outcome);

        R noRoom(NoRoom<T> outcome);
    }

    /** Committed. */
    record Done<T>(T value) implements Edited<T> {
        @Override
        public <R> R fold(Cases<T, R> cases) {
            return cases.done(this);
        }
    }

    /** The account has no such endpoint. */
    record NotThere<T>() implements Edited<T> {
        @Override
        public <R> R fold(Cases<T, R> cases) {
            return cases.notThere(this);
        }
    }

    /** It was changed since the version that the wish was about. */
    record OtherVersion<T>() implements Edited<T> {
        @Override
        public <R> R fold(Cases<T, R> cases) {
            return cases.otherVersion(this);
        }
    }

    /**
     * An attempt is under way, and the profile refuses the change meanwhile.
     *
     * @param until when it counts as lost at the latest; most end much sooner
     */
    record InFlight<T>(Instant until) implements Edited<T> {
        @Override
        public <R> R fold(Cases<T, R> cases) {
            return cases.inFlight(this);
        }
    }

    /** The account has as many endpoints as it may. */
    record NoRoom<T>() implements Edited<T> {
        @Override
        public <R> R fold(Cases<T, R> cases) {
            return cases.noRoom(this);
        }
    }
}
