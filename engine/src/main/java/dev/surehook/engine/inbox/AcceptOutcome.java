package dev.surehook.engine.inbox;

import dev.surehook.engine.event.EventRef;
import dev.surehook.signatures.Verification;

/** What becomes of a request to a source. Only {@link Accepted} and {@link Duplicate} promise that the event is kept. */
public sealed interface AcceptOutcome {

    /** New and durable. */
    record Accepted(EventRef ref) implements AcceptOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.accepted(this);
        }
    }

    /** Durable since before; with {@code otherBody} the first body stands and the other one's hash is on record. */
    record Duplicate(EventRef ref, boolean otherBody) implements AcceptOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.duplicate(this);
        }
    }

    /** The signature does not hold. The reason is for our own eyes. */
    record Rejected(Verification.Rejected why) implements AcceptOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.rejected(this);
        }
    }

    /** Signed, but not what the provider promises: not JSON, or without a usable id or type. */
    record Malformed(String why) implements AcceptOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.malformed(this);
        }
    }

    /** Compressed in a way that cannot be read here. */
    record UnreadableEncoding(String why) implements AcceptOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.unreadableEncoding(this);
        }
    }

    /** Over the source's limit, on the wire or decompressed. */
    record TooLarge(int limit) implements AcceptOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.tooLarge(this);
        }
    }

    /** Not known to be stored: the sender has to come again. The commit may still land, and then the repeat succeeds. */
    record Unavailable(String why) implements AcceptOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.unavailable(this);
        }
    }

    <T> T fold(Cases<T> cases);

    /** One branch for each outcome. */
    interface Cases<T> {
        T accepted(Accepted outcome);

        T duplicate(Duplicate outcome);

        T rejected(Rejected outcome);

        T malformed(Malformed outcome);

        T unreadableEncoding(UnreadableEncoding outcome);

        T tooLarge(TooLarge outcome);

        T unavailable(Unavailable outcome);
    }
}
