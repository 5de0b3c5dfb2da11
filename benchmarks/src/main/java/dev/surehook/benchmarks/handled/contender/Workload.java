package dev.surehook.benchmarks.handled.contender;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Has one contender work items off. Used by one thread. */
final class Workload implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int WARM_UP_ITEMS = 1_000;

    private final Contender contender;
    private final Effects effects;
    private final HikariDataSource observer;
    private final ExecutorService clients = Executors.newFixedThreadPool(Contender.THREADS);

    private Workload(Contender contender, Effects effects, HikariDataSource observer) {
        this.contender = contender;
        this.effects = effects;
        this.observer = observer;
    }

    static Workload open(String name, String jdbcUrl) throws Exception {
        // One connection beside the contender's own pool, so that looking takes nothing from it.
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(1);
        HikariDataSource observer = new HikariDataSource(config);
        Effects effects = new Effects();
        effects.reset(observer);
        return new Workload(Contenders.open(name, jdbcUrl, effects), effects, observer);
    }

    Contender contender() {
        return contender;
    }

    /** Stores items while work is held, and measures from its release on. */
    Run backlog(String prefix, int count) throws Exception {
        effects.reset(observer);
        contender.hold();
        contender.store(Item.series(prefix, count));
        if (effects.calls() > 0) {
            throw new IllegalStateException(effects.calls() + " items were worked on while work was held");
        }
        long began = System.nanoTime();
        contender.release();
        return ended(began, count);
    }

    /** Has many clients submit items while work goes on, and measures from the first submission on. */
    Run submissions(String prefix, int count) throws Exception {
        effects.reset(observer);
        List<Contender.Submission> submissions =
                Item.series(prefix, count).stream().map(contender::submission).toList();
        AtomicInteger next = new AtomicInteger();
        List<Future<?>> running = new ArrayList<>();
        long began = System.nanoTime();
        for (int client = 0; client < Contender.THREADS; client++) {
            running.add(clients.submit(() -> {
                for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                    submissions.get(i).submit();
                }
                return null;
            }));
        }
        for (Future<?> client : running) {
            requireDone(client);
        }
        return ended(began, count);
    }

    private static void requireDone(Future<?> client) throws Exception {
        try {
            client.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an item could not be submitted", e.getCause());
        }
    }

    private Run ended(long began, int count) throws Exception {
        long ended = effects.awaitCommitted(observer, count, PATIENCE);
        return new Run(count, ended - began, ended - effects.firstCall(), effects.calls());
    }

    /** Lets the contender's code be compiled, in both ways of working. */
    void warmUp(String prefix, Duration length) throws Exception {
        long deadline = System.nanoTime() + length.toNanos();
        for (int i = 0; System.nanoTime() < deadline; i++) {
            backlog(prefix + "-b" + i, WARM_UP_ITEMS);
            submissions(prefix + "-s" + i, WARM_UP_ITEMS);
        }
    }

    /** Waits for single items in an idle system, one after the other. */
    List<IdleLatency.Wait> idleLatency(String prefix, int count) throws Exception {
        if (!(contender instanceof IdleLatency idle)) {
            throw new IllegalArgumentException("only Surehook is asked for its latency");
        }
        effects.reset(observer);
        List<IdleLatency.Wait> waits = new ArrayList<>(count);
        for (Item item : Item.series(prefix, count)) {
            waits.add(idle.measure(item));
        }
        return waits;
    }

    @Override
    public void close() {
        clients.shutdownNow();
        contender.close();
        observer.close();
    }
}
