package dev.surehook.benchmarks.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One execution of a {@link LoadPlan} on the calling thread: starts what is due, collects what has been answered. */
final class LoadRun implements AutoCloseable {

    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** A selector waits in whole milliseconds: too coarse for a schedule, so shorter waits are slept and polled. */
    private static final long POLL_NANOS = 100_000;

    private final LoadPlan plan;
    private final Selector selector;
    private final SignedEvents events;
    private final List<Connection> connections = new ArrayList<>();
    private final ArrayDeque<Connection> free = new ArrayDeque<>();
    private final LatencyHistogram latency = new LatencyHistogram();
    private final Map<Integer, Long> otherAnswers = new TreeMap<>();
    private final Pace pace;
    private final long end;
    private long accepted;
    private long acknowledged;
    private long broken;

    LoadRun(LoadPlan plan) throws IOException {
        this.plan = plan;
        this.selector = Selector.open();
        this.events = new SignedEvents(plan.port(), plan.secret(), plan.ids());
        int requestBytes = events.next().length;
        InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), plan.port());
        for (int i = 0; i < plan.connections(); i++) {
            connections.add(new Connection(server, selector, requestBytes));
        }
        free.addAll(connections);
        long start = System.nanoTime();
        long countFrom = start + plan.warmup().toNanos();
        this.end = countFrom + plan.counted().toNanos();
        this.pace =
                plan.isOpenLoop() ? new Pace.Open(start, countFrom, end, plan.rate()) : new Pace.Closed(countFrom, end);
    }

    LoadResult execute() throws IOException {
        long now = System.nanoTime();
        startDue(now);
        while (now < end || (now < end + GRACE_NANOS && free.size() < connections.size())) {
            await(free.isEmpty() ? Pace.IDLE_NANOS : pace.pause(now));
            now = System.nanoTime();
            startDue(now);
        }
        return new LoadResult(
                accepted, acknowledged, otherAnswers, broken, chargeUnfinished(now), plan.counted(), latency);
    }

    private void startDue(long now) {
        while (!free.isEmpty()) {
            long due = pace.takeDue(now);
            if (due == Pace.NOTHING_DUE) {
                return;
            }
            Connection connection = free.remove();
            try {
                connection.send(events.next(), due);
            } catch (IOException e) {
                abandon(connection, now);
            }
        }
    }

    private void await(long nanos) throws IOException {
        if (nanos >= 2_000_000) {
            selector.select(this::ready, nanos / 1_000_000);
        } else if (selector.selectNow(this::ready) == 0 && nanos > 0) {
            LockSupport.parkNanos(Math.min(nanos, POLL_NANOS));
            selector.selectNow(this::ready);
        }
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isWritable()) {
                connection.flush();
            }
            if (key.isReadable()) {
                receive(connection);
            }
        } catch (IOException e) {
            abandon(connection, System.nanoTime());
        }
    }

    private void receive(Connection connection) throws IOException {
        long now = System.nanoTime();
        int status = connection.receive();
        if (status == ResponseBuffer.INCOMPLETE) {
            return;
        }
        free.add(connection);
        acknowledged += status == 204 ? 1 : 0;
        if (pace.counts(connection.dueAt(), now)) {
            if (status == 204) {
                accepted++;
                latency.record(now - connection.dueAt());
            } else {
                otherAnswers.merge(status, 1L, Long::sum);
            }
        }
    }

    private void abandon(Connection connection, long now) {
        boolean wasBusy = connection.isBusy();
        if (wasBusy && pace.counts(connection.dueAt(), now)) {
            broken++;
        }
        try {
            connection.reconnect();
        } catch (IOException e) {
            throw new IllegalStateException("the server no longer accepts connections", e);
        }
        if (wasBusy) {
            free.add(connection);
        }
    }

    private long chargeUnfinished(long now) {
        if (!plan.isOpenLoop()) {
            return 0;
        }
        long unfinished = 0;
        for (Connection connection : connections) {
            if (connection.isBusy() && pace.counts(connection.dueAt(), now)) {
                unfinished += charge(connection.dueAt(), now);
            }
        }
        for (long due = pace.takeDue(now); due != Pace.NOTHING_DUE; due = pace.takeDue(now)) {
            unfinished += charge(due, now);
        }
        return unfinished;
    }

    private int charge(long due, long now) {
        latency.record(now - due);
        return 1;
    }

    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            connection.close();
        }
        selector.close();
    }
}
