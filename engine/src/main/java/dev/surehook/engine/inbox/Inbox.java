package dev.surehook.engine.inbox;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.inbox.AcceptOutcome.Accepted;
import dev.surehook.engine.inbox.AcceptOutcome.Duplicate;
import dev.surehook.engine.inbox.AcceptOutcome.Malformed;
import dev.surehook.engine.inbox.AcceptOutcome.Rejected;
import dev.surehook.engine.inbox.AcceptOutcome.TooLarge;
import dev.surehook.engine.inbox.AcceptOutcome.Unavailable;
import dev.surehook.engine.inbox.AcceptOutcome.UnreadableEncoding;
import dev.surehook.engine.source.SignedForm;
import dev.surehook.engine.source.Source;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verification;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * The way in: verify, identify, store in a shared commit. The order is fixed: nothing is parsed before its signature
 * holds, so a forged request costs little and a forged id never blocks the real one. Thread-safe.
 */
public final class Inbox implements AutoCloseable {
    /** How long a request waits for its commit: well under the 6 s in which YCloud wants an answer. */
    public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(3);

    private final GroupCommit commits;
    private final Decoding decoding = new Decoding();
    private final EngineListener listener;
    private final InstantSource clock;

    /** @param stored hears of events that were committed, after they are durable */
    public Inbox(InboxStore store, InstantSource clock, EngineListener listener, Consumer<List<NewEvent>> stored) {
        this.clock = clock;
        this.listener = listener;
        this.commits = new GroupCommit(store, listener, DEFAULT_PATIENCE, stored);
    }

    /** Whether events can be taken now; a look, not a promise. */
    public boolean isAvailable() {
        return commits.isAvailable();
    }

    /** Takes a request. Blocks until the event is durable, at most {@link #DEFAULT_PATIENCE}. */
    public AcceptOutcome accept(Source source, SignedRequest request) {
        long began = System.nanoTime();
        AcceptOutcome outcome = decide(source, request);
        listener.answered(source.name(), outcome, Duration.ofNanos(System.nanoTime() - began));
        return outcome;
    }

    private AcceptOutcome decide(Source source, SignedRequest request) {
        int limit = source.intake().maxBodyBytes();
        if (request.body().length > limit) {
            return new TooLarge(limit);
        }
        Instant now = clock.instant();
        ContentEncoding encoding = ContentEncoding.of(request.headers());
        try {
            Identified identified;
            if (source.intake().signedForm() == SignedForm.DECODED) {
                identified = decoding.expanded(encoding, request.body(), limit, plain -> {
                    requireSignature(source, withBody(request, plain), now);
                    return Identification.of(source, request, plain);
                });
            } else {
                requireSignature(source, request, now);
                identified = Identification.readsBody(source)
                        ? decoding.expanded(
                                encoding, request.body(), limit, plain -> Identification.of(source, request, plain))
                        : Identification.of(source, request, request.body());
            }
            return identified.fold(identity -> store(source, request, now, identity), Malformed::new);
        } catch (SignatureRefused e) {
            return new Rejected(e.why);
        } catch (ContentEncoding.TooLargeDecoded e) {
            return new TooLarge(limit);
        } catch (ContentEncoding.Unreadable e) {
            return new UnreadableEncoding(String.valueOf(e.getMessage()));
        } catch (StoreUnavailable e) {
            return new Unavailable(String.valueOf(e.getMessage()));
        }
    }

    private static SignedRequest withBody(SignedRequest request, byte[] body) {
        return new SignedRequest(request.method(), request.url(), request.headers(), body);
    }

    private static void requireSignature(Source source, SignedRequest request, Instant now) {
        Verification verification = source.verifier().verify(request, now);
        if (verification instanceof Verification.Rejected rejected) {
            throw new SignatureRefused(rejected);
        }
    }

    private AcceptOutcome store(Source source, SignedRequest request, Instant now, Identified.Identity identity) {
        Event event = new Event(source.name(), identity.id(), identity.type(), now, request.headers(), request.body());
        NewEvent added = NewEvent.of(event, source.intake().reasonToIgnore(identity.type()));
        Appended appended = commits.append(added);
        if (appended instanceof Appended.Duplicate duplicate) {
            return new Duplicate(added.key().ref(), duplicate.otherBody());
        }
        if (appended instanceof Appended.Refused refused) {
            return new Unavailable(refused.why());
        }
        return new Accepted(added.key().ref());
    }

    /** Refuses new requests and commits those that wait. */
    @Override
    public void close() {
        commits.close();
    }

    /** Leaves the expanding of a body early. */
    private static final class SignatureRefused extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Verification.Rejected why;

        SignatureRefused(Verification.Rejected why) {
            super(null, null, false, false);
            this.why = why;
        }
    }
}
