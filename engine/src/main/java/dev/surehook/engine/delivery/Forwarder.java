package dev.surehook.engine.delivery;

import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.target.AddressRules;
import dev.surehook.engine.target.Names;
import dev.surehook.engine.tls.Trust;
import dev.surehook.engine.work.Attempt;
import dev.surehook.engine.work.EventHandler;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Brings received events to one HTTP endpoint. 2xx means processed; 410 means that it wants this event never again;
 * all else is a failure to be tried again. Thread-safe; has its own connections, so endpoints cannot disturb each other.
 *
 * <p>The caller waits while the attempt runs elsewhere, at most for the total timeout: neither a look-up of a name nor a
 * socket lets itself be interrupted in Java. Whoever wrote the target's URL down is trusted with its address.
 */
public final class Forwarder implements EventHandler, AutoCloseable {
    private final ForwardTarget target;
    private final RequestWriter writer;
    private final InstantSource clock;
    private final PooledSender sender;

    private Forwarder(ForwardTarget target, int concurrency, InstantSource clock, Names names) {
        this.target = target;
        this.writer = new RequestWriter(target);
        this.clock = clock;
        // Twice, because an attempt that has ended may take its thread and its connection a moment longer.
        int atOnce = 2 * concurrency;
        this.sender = PooledSender.open(
                new SenderSettings(AddressRules.trusted(), atOnce, atOnce, Trust.system(), Optional.empty()),
                clock,
                names);
    }

    /**
     * A forwarder to {@code target}. Opens no connection yet.
     *
     * @param concurrency how many attempts the caller makes at once
     * @param clock the time that signatures carry
     * @throws IllegalArgumentException with one line that says what to change, when a secret cannot be used
     */
    public static Forwarder open(ForwardTarget target, int concurrency, InstantSource clock) {
        return open(target, concurrency, clock, Names.system());
    }

    static Forwarder open(ForwardTarget target, int concurrency, InstantSource clock, Names names) {
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be 1 at least, not " + concurrency);
        }
        return new Forwarder(target, concurrency, clock, names);
    }

    /** Never throws for what the endpoint or the network does. Returns within the total timeout. */
    @Override
    public Outcome handle(Attempt attempt) {
        return forward(attempt.event(), attempt.number());
    }

    /** Sends {@code event} once; {@code attempt} is the number that the receiver is told. */
    public Outcome forward(Event event, int attempt) {
        Outbound request;
        try {
            request = writer.write(event, attempt, clock.instant());
        } catch (IllegalArgumentException e) {
            return new Refused("its id cannot stand in the headers of the form " + target.form());
        }
        return Verdict.of(await(request));
    }

    private Sent await(Outbound request) {
        CompletableFuture<Sent> end = new CompletableFuture<>();
        Exchange exchange = sender.begin(request, end::complete);
        try {
            return end.get();
        } catch (InterruptedException e) {
            exchange.giveUp("interrupted because this node stops");
            Thread.currentThread().interrupt();
            return end.join();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an attempt ends with a value", e);
        }
    }

    /** Breaks running attempts off. */
    @Override
    public void close() {
        sender.close();
    }
}
