package dev.surehook.engine.inbox;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.SourceName;
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
        if (request.body().length > source.intake().maxBodyBytes()) {
            return new TooLarge(source.intake().maxBodyBytes());
        }
        Instant now = clock.instant();
        ContentEncoding encoding = ContentEncoding.of(request.headers());
        try {
            byte[] signed = request.body();
            if (source.intake().signedForm() == SignedForm.DECODED) {
                signed = encoding.decode(signed, source.intake().maxBodyBytes());
            }
            SignedRequest toVerify = signed == request.body()
                    ? request
                    : new SignedRequest(request.method(), request.url(), request.headers(), signed);
            Verification verification = source.verifier().verify(toVerify, now);
            if (verification instanceof Verification.Rejected rejected) {
                return new Rejected(rejected);
            }
            Identified identified = Identification.of(source, request, encoding);
            return identified.fold(
                    identity -> store(source.name(), request, now, identity, source), why -> new Malformed(why));
        } catch (ContentEncoding.TooLargeDecoded e) {
            return new TooLarge(source.intake().maxBodyBytes());
        } catch (ContentEncoding.Unreadable e) {
            return new UnreadableEncoding(String.valueOf(e.getMessage()));
        }
    }

    private AcceptOutcome store(
            SourceName name, SignedRequest request, Instant now, Identified.Identity identity, Source source) {
        Event event = new Event(name, identity.id(), identity.type(), now, request.headers(), request.body());
        NewEvent added = NewEvent.of(event, source.intake().reasonToIgnore(identity.type()));
        try {
            Appended appended = commits.append(added);
            if (appended instanceof Appended.Duplicate duplicate) {
                return new Duplicate(added.key().ref(), duplicate.otherBody());
            }
            if (appended instanceof Appended.Refused refused) {
                return new Unavailable(refused.why());
            }
            return new Accepted(added.key().ref());
        } catch (StoreUnavailable e) {
            return new Unavailable(String.valueOf(e.getMessage()));
        }
    }

    /** Refuses new requests and commits those that wait. */
    @Override
    public void close() {
        commits.close();
    }
}
