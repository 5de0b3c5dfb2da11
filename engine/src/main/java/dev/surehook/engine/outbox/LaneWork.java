package dev.surehook.engine.outbox;

import dev.surehook.engine.delivery.HttpSender;
import dev.surehook.engine.delivery.HttpSender.Answered;
import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.profile.SendingProfile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Brings published events to endpoints: one thread gives them out to the queues, one begins what is due, and the ends are
 * recorded by a third. Signals shorten the wait; polling finds everything else.
 */
final class LaneWork {
    private static final int EVENTS = 200;
    private static final int LANES = 64;
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration SWEEP = Duration.ofMinutes(1);
    private static final Duration AFTER_TROUBLE = Duration.ofMillis(200);
    /** What an attempt may take beside its exchange: until it is sent, and until its end is on record. */
    private static final Duration MARGIN = Duration.ofSeconds(15);

    private final SendingStore store;
    private final Targets targets;
    private final HttpSender sender;
    private final InstantSource clock;
    private final SendingListener listener;
    private final Duration busy;
    private final int most;
    private final Share share;
    private final EndLog ends;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Loop fanOut = new Loop("surehook-fan-out", this::fanOut);
    private final Loop begin = new Loop("surehook-send", this::beginDue);

    private long nextSweep = System.nanoTime();

    private volatile boolean closing;

    /** @param most attempts under way at once on this node */
    LaneWork(
            SendingStore store,
            Targets targets,
            Map<String, SendingProfile> profiles,
            HttpSender sender,
            InstantSource clock,
            SendingListener listener,
            int most) {
        this.store = store;
        this.most = most;
        this.share = new Share(most / 2);
        this.targets = targets;
        this.sender = sender;
        this.clock = clock;
        this.listener = listener;
        this.busy = profiles.values().stream()
                .map(profile -> profile.timeouts().total())
                .max(Duration::compareTo)
                .orElse(Duration.ofSeconds(15))
                .plus(MARGIN);
        this.ends = new EndLog(store, listener, begin::signal);
    }

    void start() {
        fanOut.thread.start();
        begin.thread.start();
    }

    void published() {
        fanOut.signal();
    }

    /** Both, for who changed a queue and published nothing. */
    void changed() {
        fanOut.signal();
        begin.signal();
    }

    int inFlight() {
        return inFlight.get();
    }

    /** True when there may be more. */
    private boolean fanOut() {
        int events = store.fanOut(EVENTS);
        if (events > 0) {
            begin.signal();
        }
        return events == EVENTS;
    }

    private boolean beginDue() {
        if (System.nanoTime() - nextSweep >= 0) {
            nextSweep = System.nanoTime() + SWEEP.toNanos();
            store.sweep();
        }
        int room = most - inFlight.get();
        if (room <= 0) {
            return false;
        }
        List<DueDelivery> due = store.claim(LANES, room, busy, share.tooSlow());
        for (DueDelivery delivery : due) {
            inFlight.incrementAndGet();
            share.begun(delivery.ref().endpoint());
            try {
                send(delivery);
            } catch (RuntimeException | Error e) {
                // Its time as busy ends by itself.
                inFlight.decrementAndGet();
                share.ended(delivery.ref().endpoint(), Duration.ZERO);
                listener.troubled("sending " + delivery.ref(), e);
            }
        }
        return !due.isEmpty();
    }

    private void send(DueDelivery delivery) {
        Optional<Targets.Prepared> found = targets.of(delivery);
        if (found.isEmpty()) {
            // Deleted a moment ago: what waits for it is being cancelled.
            inFlight.decrementAndGet();
            share.ended(delivery.ref().endpoint(), Duration.ZERO);
            return;
        }
        Targets.Prepared target = found.get();
        Instant startedAt = clock.instant();
        Outbound request = target.request(delivery, startedAt);
        sender.send(request, sent -> ended(delivery, target, request, startedAt, sent));
    }

    private void ended(DueDelivery delivery, Targets.Prepared target, Outbound request, Instant startedAt, Sent sent) {
        DeliveryEnd end = new DeliveryEnd(
                delivery,
                startedAt,
                sent.took(),
                AnswerRule.next(sent, delivery.attemptOfRun(), target.profile()),
                sent.fold(Answered::status, none -> 0),
                AnswerRule.detail(sent),
                written(request),
                sent.fold(answered -> Optional.of(answered.body()), none -> Optional.<byte[]>empty())
                        .filter(body -> body.length > 0),
                target.profile().suspension());
        share.ended(delivery.ref().endpoint(), sent.took());
        ends.add(target.endpoint().ref(), end, inFlight::decrementAndGet);
    }

    /** What was sent, beside the body. */
    private static byte[] written(Outbound request) {
        StringBuilder text = new StringBuilder(256).append(request.url().text()).append('\n');
        for (Map.Entry<String, String> header : request.headers()) {
            text.append(header.getKey()).append(": ").append(header.getValue()).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    void close(Duration grace) {
        closing = true;
        fanOut.signal();
        begin.signal();
        long deadline = System.nanoTime() + grace.toNanos();
        try {
            fanOut.thread.join(grace.toMillis());
            begin.thread.join(grace.toMillis());
            while (inFlight.get() > 0 && System.nanoTime() < deadline) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ends.close();
    }

    /** A step that is done whenever somebody says that there is something to do, and every second. */
    private final class Loop {
        private final Step step;
        private final String name;
        private final AtomicBoolean signalled = new AtomicBoolean();
        private final Thread thread;

        Loop(String name, Step step) {
            this.name = name;
            this.step = step;
            this.thread = new Thread(this::run, name);
            thread.setDaemon(true);
        }

        void signal() {
            if (!signalled.getAndSet(true)) {
                LockSupport.unpark(thread);
            }
        }

        private void run() {
            while (!closing) {
                signalled.set(false);
                boolean more = false;
                try {
                    more = step.run();
                } catch (RuntimeException | Error e) {
                    listener.troubled(name, e);
                    LockSupport.parkNanos(this, AFTER_TROUBLE.toNanos());
                }
                if (!more && !signalled.get()) {
                    // Jitter keeps the nodes of a cluster from asking all at once.
                    LockSupport.parkNanos(
                            this,
                            Math.round(POLL.toNanos()
                                    * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble())));
                }
            }
        }
    }

    @FunctionalInterface
    private interface Step {
        /** True when there may be more to do at once. */
        boolean run();
    }
}
