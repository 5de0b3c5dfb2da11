package dev.surehook.engine.inbox;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.commit.GroupCommit;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.inbox.AcceptOutcome.Accepted;
import dev.surehook.engine.inbox.AcceptOutcome.Duplicate;
import dev.surehook.engine.inbox.AcceptOutcome.Malformed;
import dev.surehook.engine.inbox.AcceptOutcome.Rejected;
import dev.surehook.engine.inbox.AcceptOutcome.TooLarge;
import dev.surehook.engine.inbox.AcceptOutcome.Unavailable;
import dev.surehook.engine.inbox.AcceptOutcome.UnreadableEncoding;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Route;
import dev.surehook.engine.source.SignedForm;
import dev.surehook.engine.source.Source;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verification;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way in: verify, identify, store in a shared commit. The order is fixed: nothing is parsed before its signature
 * holds, so a forged request costs little and a forged id never blocks the real one. Thread-safe.
 */
public final class Inbox implements AutoCloseable {
    /** How long a request waits for its commit: well under the 6 s in which YCloud wants an answer. */
    public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(3);

    private final GroupCommit<NewEvent, Appended> commits;
    private final Decoding decoding = new Decoding();
    private final EngineListener listener;
    private final InstantSource clock;

    /** @param stored hears of events that were committed, after they are durable */
    public Inbox(InboxStore store, InstantSource clock, EngineListener listener, Consumer<List<NewEvent>> stored) {
        this.clock = clock;
        this.listener = listener;
        this.commits = new GroupCommit<>(new InboxCommits(store), listener, DEFAULT_PATIENCE, stored);
    }

    /** Whether events can be taken now; a look, not a promise. */
    public boolean isAvailable() {
        return commits.isAvailable();
    }

    /** Takes a request. Blocks until the event is durable, at most {@link #DEFAULT_PATIENCE}. */
    public AcceptOutcome accept(Source source, SignedRequest request) {
        Waiting waiting = new Waiting();
        accept(source, request, waiting);
        return waiting.outcome();
    }

    /**
     * Takes a request without blocking for the store; only a compressed body may have to wait for its turn.
     *
     * @param answer hears the outcome exactly once, at most {@link #DEFAULT_PATIENCE} later: on the calling thread when
     *     it is known at once, else on a thread that commits for everybody, where it must be quick
     */
    public void accept(Source source, SignedRequest request, Consumer<AcceptOutcome> answer) {
        long began = System.nanoTime();
        decide(source, request, outcome -> {
            listener.answered(source.name(), outcome, Duration.ofNanos(System.nanoTime() - began));
            answer.accept(outcome);
        });
    }

    private void decide(Source source, SignedRequest request, Consumer<AcceptOutcome> answer) {
        int limit = source.intake().maxBodyBytes();
        if (request.body().length > limit) {
            answer.accept(new TooLarge(limit));
            return;
        }
        Instant now = clock.instant();
        Identified identified;
        try {
            identified = identify(source, request, now);
        } catch (SignatureRefused e) {
            answer.accept(new Rejected(e.why));
            return;
        } catch (ContentEncoding.TooLargeDecoded e) {
            answer.accept(new TooLarge(limit));
            return;
        } catch (ContentEncoding.Unreadable e) {
            answer.accept(new UnreadableEncoding(String.valueOf(e.getMessage())));
            return;
        } catch (StoreUnavailable e) {
            answer.accept(new Unavailable(String.valueOf(e.getMessage())));
            return;
        }
        if (identified instanceof Identified.Identity identity) {
            store(source, request, now, identity, answer);
        } else if (identified instanceof Identified.NotUsable notUsable) {
            answer.accept(new Malformed(notUsable.why()));
        }
    }

    private Identified identify(Source source, SignedRequest request, Instant now)
            throws ContentEncoding.Unreadable, ContentEncoding.TooLargeDecoded {
        int limit = source.intake().maxBodyBytes();
        ContentEncoding encoding = ContentEncoding.of(request.headers());
        if (source.intake().signedForm() == SignedForm.DECODED) {
            return decoding.expanded(encoding, request.body(), limit, plain -> {
                requireSignature(source, withBody(request, plain), now);
                return Identification.of(source, request, plain);
            });
        }
        requireSignature(source, request, now);
        return Identification.readsBody(source)
                ? decoding.expanded(encoding, request.body(), limit, plain -> Identification.of(source, request, plain))
                : Identification.of(source, request, request.body());
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

    private void store(
            Source source,
            SignedRequest request,
            Instant now,
            Identified.Identity identity,
            Consumer<AcceptOutcome> answer) {
        Event event = new Event(source.name(), identity.id(), identity.type(), now, request.headers(), request.body());
        Route route = source.intake().route(identity.type());
        NewEvent added = NewEvent.of(event, route);
        commits.append(added, appended -> {
            if (appended instanceof Appended.Stored) {
                tell(added, route);
            }
            answer.accept(outcome(added, appended));
        });
    }

    /** What its owner may not have meant. */
    private void tell(NewEvent added, Route route) {
        String type = added.event().type();
        if (added.ignored().isPresent()) {
            listener.ignored(added.event().source(), type, added.ignored().get());
        } else if (added.orderKey().isEmpty()
                && route.lane().flatMap(LaneRules::order).isPresent()) {
            listener.unordered(added.lane(), type);
        }
    }

    private static AcceptOutcome outcome(NewEvent added, Appended appended) {
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

    /** A thread that waits for its outcome, whoever may interrupt it: the event is stored or not all the same. */
    private static final class Waiting implements Consumer<AcceptOutcome> {
        private final Thread waiter = Thread.currentThread();
        private volatile @Nullable AcceptOutcome outcome;

        @Override
        public void accept(AcceptOutcome known) {
            outcome = known;
            LockSupport.unpark(waiter);
        }

        AcceptOutcome outcome() {
            boolean interrupted = false;
            AcceptOutcome known = outcome;
            while (known == null) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
                known = outcome;
            }
            if (interrupted) {
                waiter.interrupt();
            }
            return known;
        }
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
