package dev.surehook.spring;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.delivery.PooledSender;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.outbox.Sending;
import dev.surehook.engine.outbox.SendingListener;
import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.secret.SecretSealer;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.spring.observe.SendingWatch;
import dev.surehook.spring.target.WayOut;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Sends what the application publishes. Starts before the web server takes requests; stops after it has stopped. */
public final class SurehookSender implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger("surehook");

    private final Supplier<Parts> parts;
    private final EngineListener commits;
    private final SendingListener listener;
    private final Duration grace;
    private final Shutdown shutdown;
    private final SendingWatch watch = new SendingWatch(InstantSource.system());
    private volatile @Nullable Running running;

    /** What sending is made of once the application's beans are there. */
    record Parts(DataSource dataSource, HostStore store, SecretSealer sealer, WayOut wayOut) {}

    private record Running(Parts parts, PooledSender sender, Sending sending) {}

    SurehookSender(
            Supplier<Parts> parts,
            EngineListener commits,
            SendingListener listener,
            Duration grace,
            Shutdown shutdown) {
        this.parts = parts;
        this.commits = commits;
        this.listener = listener;
        this.grace = grace;
        this.shutdown = shutdown;
        shutdown.covers(this::end);
    }

    @Override
    public void start() {
        Parts made = parts.get();
        made.wayOut.warnings().forEach(LOG::warn);
        InstantSource clock = InstantSource.system();
        PooledSender sender = PooledSender.open(made.wayOut.sender(), clock);
        Sending sending = Sending.start(
                new Sending.Parts(
                        made.store.sending(),
                        made.store::probe,
                        Profiles.all().stream().collect(Collectors.toMap(SendingProfile::name, Function.identity())),
                        (endpoint, kept) -> made.sealer.open(kept.sealed(), endpoint.ref(), kept.version()),
                        sender,
                        clock,
                        made.wayOut.sender().attemptsAtOnce()),
                commits,
                listener);
        running = new Running(made, sender, sending);
    }

    @Override
    public void stop() {
        shutdown.run();
    }

    private synchronized void end() {
        Running stopping = running;
        running = null;
        if (stopping != null) {
            stopping.sending.close(grace);
            stopping.sender.close();
            stopping.parts.store.close();
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    @Override
    public int getPhase() {
        return SurehookReceiver.PHASE;
    }

    /** The engine of sending; for looking at deliveries and steering them. */
    public Sending sending() {
        return required().sending;
    }

    /** To be called now and then: remembers what is due. */
    void look() {
        Running now = running;
        if (now != null) {
            watch.look(now.sending.store());
        }
    }

    /** How long the oldest published event or delivery waits to be begun, as of the last look. */
    public Duration oldestDueAge() {
        return watch.oldestDueAge();
    }

    /** Attempts under way in this process. */
    public int attemptsInFlight() {
        Running now = running;
        return now == null ? 0 : now.sending.attemptsInFlight();
    }

    /** Tells of what was published in a transaction of the application's; of what was stored, once that is committed. */
    void published(Publication publication, PublishOutcome outcome, Duration took) {
        listener.published(publication.account(), outcome, took);
    }

    SecretSealer sealer() {
        return required().parts.sealer;
    }

    /** That of the application's transactions. */
    DataSource dataSource() {
        return required().parts.dataSource;
    }

    private Running required() {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException("Surehook is not running: the application is starting or stopping");
        }
        return now;
    }
}
