package dev.surehook.engine.delivery;

import dev.surehook.engine.target.Names;
import dev.surehook.engine.target.TargetJudge;
import dev.surehook.engine.work.Threads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The way out to any number of endpoints, with a bounded number of threads and connections. An attempt has one thread;
 * a single clock thread ends those whose time is over, and others then close their connections, because closing may
 * block.
 *
 * <p>Every new connection goes to addresses that were judged for it. Fairness between endpoints is the caller's: who has
 * too many attempts waiting for hosts that do not answer leaves no threads to the others.
 */
public final class PooledSender implements HttpSender {
    private static final Duration TIDYING = Duration.ofMillis(500);
    private static final int CLOSING_THREADS = 4;
    private static final String STOPPED = "not sent because this node stops";

    private final SenderSettings settings;
    private final InstantSource clock;
    private final TargetJudge judge;
    private final ClientPool clients;
    private final SteadyHosts steadyHosts = new SteadyHosts();
    private final ThreadPoolExecutor attempts;
    private final ThreadPoolExecutor closing = WorkerThreads.pool(CLOSING_THREADS, "send-close");
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, Threads.daemons("send-clock"));
    private final Set<Exchange> running = ConcurrentHashMap.newKeySet();
    private final Future<?> tidying;
    private volatile boolean closed;

    private PooledSender(SenderSettings settings, InstantSource clock, Names names) {
        this.settings = settings;
        this.clock = clock;
        this.judge = new TargetJudge(settings.addresses(), names);
        this.clients = new ClientPool(settings);
        this.attempts = WorkerThreads.pool(settings.attemptsAtOnce(), "send");
        timer.setRemoveOnCancelPolicy(true);
        this.tidying = timer.scheduleWithFixedDelay(
                () -> closing.execute(clients::tidy), TIDYING.toMillis(), TIDYING.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Opens no connection yet.
     *
     * @param clock what dates in {@code Retry-After} are compared with
     */
    public static PooledSender open(SenderSettings settings, InstantSource clock) {
        return open(settings, clock, Names.system());
    }

    /** With a resolver of the caller's, which may block. */
    public static PooledSender open(SenderSettings settings, InstantSource clock, Names names) {
        return new PooledSender(settings, clock, names);
    }

    @Override
    public void send(Outbound request, Consumer<Sent> done) {
        begin(request, done);
    }

    /** @return by which the caller can end it before its time */
    Exchange begin(Outbound request, Consumer<Sent> done) {
        Exchange exchange = new Exchange(this, request, done);
        try {
            running.add(exchange);
            exchange.endedBy(timer.schedule(
                    () -> breakOff(exchange, exchange::timeOut),
                    request.timeouts().total().toNanos(),
                    TimeUnit.NANOSECONDS));
            attempts.execute(exchange);
        } catch (RejectedExecutionException e) {
            exchange.end(STOPPED, false);
        }
        if (closed) {
            // It may have come after close() looked for those that run.
            exchange.end(STOPPED, false);
        }
        return exchange;
    }

    /** Ends it before its time. */
    void giveUp(Exchange exchange, String reason) {
        breakOff(exchange, () -> exchange.end(reason, false));
    }

    private void breakOff(Exchange exchange, Runnable end) {
        // First the word, then the connection: closing may block, for a receiver that reads nothing.
        end.run();
        try {
            closing.execute(exchange::breakOff);
        } catch (RejectedExecutionException e) {
            exchange.breakOff();
        }
    }

    void ended(Exchange exchange) {
        running.remove(exchange);
    }

    SenderSettings settings() {
        return settings;
    }

    InstantSource clock() {
        return clock;
    }

    TargetJudge judge() {
        return judge;
    }

    SteadyHosts steadyHosts() {
        return steadyHosts;
    }

    ClientPool clients() {
        return clients;
    }

    @Override
    public void close() {
        closed = true;
        attempts.shutdown();
        running.forEach(exchange -> giveUp(exchange, "broken off because this node stops"));
        attempts.shutdownNow();
        tidying.cancel(false);
        timer.shutdownNow();
        closing.shutdown();
        clients.close();
        judge.close();
    }
}
