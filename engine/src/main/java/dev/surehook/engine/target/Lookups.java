package dev.surehook.engine.target;

import dev.surehook.engine.work.Threads;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks names up within a time of the caller's. Java cannot break a look-up off, so each runs on a thread of its own kind
 * that the caller leaves behind; platform threads, because a native call would hold a carrier that all virtual threads
 * share. One name is looked up once at a time, however many ask.
 *
 * <p>Names that were slow use threads apart from the others, so that somebody whose name server never answers cannot
 * hold all of them.
 */
final class Lookups implements AutoCloseable {
    private static final Duration SLOW = Duration.ofSeconds(1);
    private static final int MOST_SLOW_NAMES = 10_000;

    private final Names names;
    private final ThreadPoolExecutor usual;
    private final ThreadPoolExecutor forSlow;
    private final Map<String, CompletableFuture<InetAddress[]>> running = new ConcurrentHashMap<>();
    private final Set<String> slow = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_SLOW_NAMES;
        }
    }));

    /** @param threads for usual names, and as many again for slow ones */
    Lookups(Names names, int threads) {
        this.names = names;
        this.usual = pool(threads, "look-up");
        this.forSlow = pool(threads, "slow-look-up");
    }

    private static ThreadPoolExecutor pool(int threads, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Threads.daemons(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * All addresses of {@code host}. Fails with {@link LookupTimeout} when they do not come in time, and with
     * {@link UnknownHostException} when there are none; each who asked gets an exception of their own.
     */
    CompletableFuture<InetAddress[]> addressesOf(String host, Duration within) {
        CompletableFuture<InetAddress[]> mine = new CompletableFuture<>();
        Object ignored = lookUp(host)
                .copy()
                .orTimeout(Math.max(1, within.toNanos()), TimeUnit.NANOSECONDS)
                .whenComplete((addresses, fault) -> {
                    if (fault == null) {
                        mine.complete(addresses.clone());
                    } else if (fault instanceof TimeoutException) {
                        rememberSlow(host);
                        mine.completeExceptionally(new LookupTimeout());
                    } else {
                        mine.completeExceptionally(new UnknownHostException(host));
                    }
                });
        return mine;
    }

    void rememberSlow(String host) {
        slow.add(host);
    }

    private CompletableFuture<InetAddress[]> lookUp(String host) {
        CompletableFuture<InetAddress[]> mine = new CompletableFuture<>();
        CompletableFuture<InetAddress[]> other = running.putIfAbsent(host, mine);
        if (other != null) {
            return other;
        }
        try {
            (slow.contains(host) ? forSlow : usual).execute(() -> run(host, mine));
        } catch (RejectedExecutionException e) {
            running.remove(host, mine);
            mine.completeExceptionally(e);
        }
        return mine;
    }

    private void run(String host, CompletableFuture<InetAddress[]> result) {
        long start = System.nanoTime();
        try {
            InetAddress[] addresses = names.addressesOf(host);
            running.remove(host, result);
            result.complete(addresses);
        } catch (UnknownHostException | RuntimeException e) {
            running.remove(host, result);
            result.completeExceptionally(e);
        } finally {
            if (System.nanoTime() - start > SLOW.toNanos()) {
                rememberSlow(host);
            } else {
                slow.remove(host);
            }
        }
    }

    @Override
    public void close() {
        usual.shutdownNow();
        forSlow.shutdownNow();
    }
}
