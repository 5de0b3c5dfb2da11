package dev.surehook.signatures;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The outcome of checking one request. */
public sealed interface Verification {

    <T> T fold(Function<Verified, T> verified, Function<Rejected, T> rejected);

    default boolean isVerified() {
        return fold(verified -> true, rejected -> false);
    }

    /**
     * The request carries a right signature, made within the tolerance.
     *
     * @param secretIndex which of the verifier's secrets matched, counted from 0 in the order given
     * @param timestamp when the sender says it signed; empty where the scheme has no timestamp
     */
    record Verified(int secretIndex, Optional<Instant> timestamp) implements Verification {
        @Override
        public <T> T fold(Function<Verified, T> verified, Function<Rejected, T> rejected) {
            return verified.apply(this);
        }
    }

    /**
     * The request must not be believed.
     *
     * @param detail one line for the receiver's own log: it holds neither the secret nor any text of the request.
     *     Senders should get the same answer for every reason.
     */
    record Rejected(Reason reason, String detail) implements Verification {
        public Rejected {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(detail, "detail");
        }

        @Override
        public <T> T fold(Function<Verified, T> verified, Function<Rejected, T> rejected) {
            return rejected.apply(this);
        }
    }

    /** Why a request was refused. The last three are given only when the signature itself was right. */
    enum Reason {
        /** The request has no signature header, or an empty one. */
        SIGNATURE_MISSING(0),
        /** There is a signature header, but no signature of the expected form in it. */
        SIGNATURE_MALFORMED(1),
        ID_MISSING(2),
        TIMESTAMP_MISSING(2),
        TIMESTAMP_MALFORMED(2),
        SIGNATURE_MISMATCH(3),
        /** The timestamp is signed, but counts another unit than the scheme's, such as milliseconds. */
        TIMESTAMP_UNIT(4),
        TIMESTAMP_STALE(4),
        TIMESTAMP_FUTURE(4);

        private final int progress;

        Reason(int progress) {
            this.progress = progress;
        }

        /** How far the check came; where a provider has several schemes, the furthest says most. */
        boolean isFurtherThan(Reason other) {
            return progress > other.progress;
        }
    }
}
