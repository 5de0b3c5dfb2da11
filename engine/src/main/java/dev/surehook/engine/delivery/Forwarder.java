package dev.surehook.engine.delivery;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.work.Attempt;
import dev.surehook.engine.work.EventHandler;
import dev.surehook.engine.work.Threads;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * Brings received events to one HTTP endpoint. 2xx means processed; 410 means that it wants this event never again;
 * all else is a failure to be tried again. Thread-safe; has its own connections, so endpoints cannot disturb each other.
 *
 * <p>The exchange runs on a thread of its own while the caller waits, at most for the total timeout. Name resolution
 * cannot be interrupted in Java, so at the deadline that thread is left behind, and the caller goes on. It ends by
 * itself when the resolver gives up, and then sends nothing. At most as many threads hang like that as there are
 * workers; while they do, further attempts wait for one of the others, and fail when their time is over.
 */
public final class Forwarder implements EventHandler, AutoCloseable {
    private final ForwardTarget target;
    private final RequestWriter writer;
    private final InstantSource clock;
    private final CloseableHttpClient client;
    private final ThreadPoolExecutor exchanges;

    private Forwarder(ForwardTarget target, int concurrency, InstantSource clock, NameLookup.Names names) {
        this.target = target;
        this.writer = new RequestWriter(target);
        this.clock = clock;
        int threads = 2 * concurrency;
        this.client = Clients.open(target, threads, names);
        // Platform threads: a native look-up that hangs would hold a carrier that all virtual threads share.
        this.exchanges = new ThreadPoolExecutor(
                threads, threads, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Threads.daemons("forward"));
        this.exchanges.allowCoreThreadTimeOut(true);
    }

    /**
     * A forwarder to {@code target}. Opens no connection yet.
     *
     * @param concurrency how many attempts the caller makes at once
     * @param clock the time that signatures carry
     * @throws IllegalArgumentException with one line that says what to change, when a secret cannot be used
     */
    public static Forwarder open(ForwardTarget target, int concurrency, InstantSource clock) {
        return open(target, concurrency, clock, InetAddress::getAllByName);
    }

    static Forwarder open(ForwardTarget target, int concurrency, InstantSource clock, NameLookup.Names names) {
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
        HttpPost request;
        try {
            request = writer.write(event, attempt, clock.instant());
        } catch (IllegalArgumentException e) {
            return new Refused("its id cannot stand in the headers of the form " + target.form());
        }
        return run(new Exchange(client, request));
    }

    private Outcome run(Exchange exchange) {
        FutureTask<@Nullable Void> task = new FutureTask<>(exchange);
        long start = System.nanoTime();
        String fault;
        try {
            exchanges.execute(task);
            task.get(target.totalTimeout().toNanos(), TimeUnit.NANOSECONDS);
            fault = "no answer";
        } catch (ExecutionException e) {
            fault = NetworkFault.reason(e.getCause() == null ? e : e.getCause(), target);
        } catch (TimeoutException e) {
            abandon(task, exchange);
            fault = (exchange.started() ? "no answer within " : "no connection free within ")
                    + NetworkFault.text(target.totalTimeout());
        } catch (InterruptedException e) {
            abandon(task, exchange);
            Thread.currentThread().interrupt();
            fault = "interrupted because this node stops";
        } catch (RejectedExecutionException e) {
            fault = "not sent because this node stops";
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        String otherwise = fault;
        return exchange.answer()
                .map(answer -> Verdict.of(answer, took, clock.instant()))
                .orElseGet(() -> new Failed(otherwise + " (after " + took.toMillis() + " ms)"));
    }

    private void abandon(FutureTask<?> task, Exchange exchange) {
        exchange.cancel();
        task.cancel(true);
        exchanges.remove(task);
    }

    /** Breaks running attempts off. */
    @Override
    public void close() {
        exchanges.shutdownNow();
        client.close(CloseMode.IMMEDIATE);
    }
}
