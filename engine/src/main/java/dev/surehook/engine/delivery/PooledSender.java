package dev.surehook.engine.delivery;

import dev.surehook.engine.target.AddressRules;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way out to any number of endpoints, with a bounded number of connections and a few threads that never wait for one
 * of them. A clock thread ends attempts whose time is over.
 *
 * <p>Every new connection goes to addresses that were judged for it. Fairness between endpoints is the caller's: who has
 * too many attempts waiting for hosts that do not answer leaves no connections to the others.
 */
public final class PooledSender implements HttpSender {
    private static final Logger LOG = LoggerFactory.getLogger(PooledSender.class);
    private static final Duration TIDYING = Duration.ofMillis(500);
    private static final String STOPPED = "not sent because this node stops";

    private final SenderSettings settings;
    private final InstantSource clock;
    private final TargetJudge judge;
    private final TargetJudge trustingJudge;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, Threads.daemons("send-clock"));
    private final ClosingHosts closingHosts = new ClosingHosts();
    private final Set<Exchange> running = ConcurrentHashMap.newKeySet();
    private volatile Opened opened;
    private volatile boolean closed;

    /** A client, with its connections. */
    private record Opened(PoolingAsyncClientConnectionManager connections, CloseableHttpAsyncClient client) {
        static Opened of(SenderSettings settings, Consumer<Exception> trouble) {
            PoolingAsyncClientConnectionManager connections = Clients.connections(settings);
            return new Opened(connections, Clients.open(settings, connections, trouble));
        }
    }

    private PooledSender(SenderSettings settings, InstantSource clock, Names names) {
        this.settings = settings;
        this.clock = clock;
        this.judge = new TargetJudge(settings.addresses(), names);
        this.trustingJudge = new TargetJudge(AddressRules.trusted(), Names.system());
        this.opened = Opened.of(settings, this::troubled);
        timer.setRemoveOnCancelPolicy(true);
        Object ignored =
                timer.scheduleWithFixedDelay(this::tidy, TIDYING.toMillis(), TIDYING.toMillis(), TimeUnit.MILLISECONDS);
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

    /** In a thread of the client's; while it is being closed it complains of that. */
    private void troubled(Exception trouble) {
        if (!closed) {
            LOG.error("Trouble in the HTTP client", trouble);
        }
    }

    private void tidy() {
        try {
            opened.connections.closeExpired();
            opened.connections.closeIdle(Clients.LONGEST_IDLE);
        } catch (RuntimeException e) {
            // It would not be called again.
            LOG.warn("Idle connections could not be closed", e);
        }
    }

    @Override
    public void send(Outbound request, Consumer<Sent> done) {
        begin(request, done);
    }

    /** @return by which the caller can end it before its time */
    Exchange begin(Outbound request, Consumer<Sent> done) {
        Exchange exchange = new Exchange(this, request, done);
        running.add(exchange);
        try {
            exchange.endedBy(after(request.timeouts().total(), exchange::timeOut));
            exchange.begin();
        } catch (RejectedExecutionException e) {
            exchange.end(STOPPED, false);
        }
        if (closed) {
            // It may have come after close() looked for those that run.
            exchange.giveUp(STOPPED);
        }
        return exchange;
    }

    void ended(Exchange exchange) {
        running.remove(exchange);
    }

    Future<?> after(Duration delay, Runnable task) {
        return timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
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

    ClosingHosts closingHosts() {
        return closingHosts;
    }

    /** For the operator's own proxy. */
    TargetJudge trustingJudge() {
        return trustingJudge;
    }

    /** One that works: an error in one of its threads ends a client for good. */
    CloseableHttpAsyncClient client() {
        Opened now = opened;
        return closed || !hasStopped(now) ? now.client : reopened();
    }

    private static boolean hasStopped(Opened opened) {
        return opened.client.getStatus().compareTo(IOReactorStatus.SHUTTING_DOWN) >= 0;
    }

    private synchronized CloseableHttpAsyncClient reopened() {
        if (hasStopped(opened) && !closed) {
            LOG.error("The HTTP client had stopped; another one takes its place");
            opened.client.close(CloseMode.IMMEDIATE);
            opened = Opened.of(settings, this::troubled);
        }
        return opened.client;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        running.forEach(exchange -> exchange.giveUp("broken off because this node stops"));
        timer.shutdownNow();
        opened.client.close(CloseMode.IMMEDIATE);
        judge.close();
        trustingJudge.close();
    }
}
