package dev.surehook.benchmarks.handled.contender.surehook;

import dev.surehook.benchmarks.handled.contender.Contender;
import dev.surehook.benchmarks.handled.contender.Effects;
import dev.surehook.benchmarks.handled.contender.Foreign;
import dev.surehook.benchmarks.handled.contender.IdleLatency;
import dev.surehook.benchmarks.handled.contender.Item;
import dev.surehook.benchmarks.handled.contender.Pool;
import dev.surehook.engine.Engine;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.store.host.HostSettings;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Signer;
import dev.surehook.spring.SurehookReceiver;
import dev.surehook.spring.boot.SurehookAutoConfiguration;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Surehook's starter with its defaults, which are the common number of threads for a source, in the application of {@link
 * SurehookApplication}. Handler and mark share one transaction. Events are held by stopping the receiver, so switching on
 * includes its start.
 */
public final class SurehookContender implements Contender, IdleLatency {
    /** The handler takes one event at a time. */
    public static final String SINGLY = "singly";

    /** The handler takes one event at a time, several of them in one transaction. */
    public static final String SHARED = "shared";

    /** The handler takes lists of events. */
    public static final String IN_BATCHES = "in-batches";

    private static final SourceName SOURCE = new SourceName("ycloud");
    private static final String TYPE = "whatsapp.inbound_message.received";

    /** Signs all events; a fixed value, as it guards nothing. */
    private static final String SECRET = "whsec_00112233445566778899aabbccddeeff";

    private static final int STORE_PER_BATCH = 500;

    private final ConfigurableApplicationContext application;
    private final Effects effects;
    private final SurehookReceiver receiver;
    private final HostStore store;
    private final Source source;
    private final Signer signer = Signer.of(Providers.YCLOUD, List.of(Secret.of(SECRET)));

    private SurehookContender(ConfigurableApplicationContext application, Effects effects) {
        this.application = application;
        this.effects = effects;
        this.receiver = application.getBean(SurehookReceiver.class);
        this.source = receiver.source(SOURCE.value()).orElseThrow();
        this.store = HostStore.open(
                application.getBean(DataSource.class),
                new HostSettings(HostSettings.Schema.REQUIRE, false, InstantSource.system()));
    }

    /** @param handler {@link #SINGLY}, {@link #SHARED} or {@link #IN_BATCHES} */
    public static Contender open(String jdbcUrl, Effects effects, String handler) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "spring.datasource.url",
                jdbcUrl,
                "spring.datasource.hikari.maximum-pool-size",
                Pool.SIZE,
                "spring.autoconfigure.exclude",
                Foreign.MODULITH,
                "logging.level.root",
                "warn",
                "spring.profiles.active",
                handler,
                "spring.main.banner-mode",
                "off",
                "surehook.schema",
                "always",
                "surehook.sources.ycloud.secret",
                SECRET,
                "surehook.sources.ycloud.concurrency",
                THREADS));
        SpringApplication application = new SpringApplication(SurehookApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(settings);
        application.addInitializers(context -> context.getBeanFactory().registerSingleton("effects", effects));
        return new SurehookContender(application.run(), effects);
    }

    @Override
    public void hold() {
        receiver.stop();
    }

    @Override
    public void store(List<Item> items) {
        for (int from = 0; from < items.size(); from += STORE_PER_BATCH) {
            store.append(items.subList(from, Math.min(from + STORE_PER_BATCH, items.size())).stream()
                    .map(this::event)
                    .toList());
        }
    }

    private NewEvent event(Item item) {
        Headers headers = Headers.of("Content-Type", "application/json");
        return NewEvent.of(
                new Event(SOURCE, item.id(), TYPE, Instant.now(), headers, body(item)),
                source.intake().route(TYPE));
    }

    private static byte[] body(Item item) {
        return ("{\"id\":\"" + item.id() + "\",\"type\":\"" + TYPE + "\",\"whatsappInboundMessage\":{\"text\":\""
                        + item.note() + "\"}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void release() {
        receiver.start();
    }

    @Override
    public Submission submission(Item item) {
        byte[] body = body(item);
        Headers headers = signer.sign(item.id(), Instant.now(), "POST", "", body);
        SignedRequest request = SignedRequest.post(headers, body);
        return () -> requireAccepted(receiver.accept(source, request));
    }

    private static void requireAccepted(AcceptOutcome outcome) {
        if (!(outcome instanceof AcceptOutcome.Accepted)) {
            throw new IllegalStateException("not accepted: " + outcome);
        }
    }

    @Override
    public Wait measure(Item item) throws Exception {
        Submission submission = submission(item);
        long before = effects.calls();
        Engine engine = receiver.engine();
        long called = System.nanoTime();
        submission.submit();
        long returned = System.nanoTime();
        while (effects.calls() == before || engine.attemptsInFlight() > 0) {
            // Spinning would take one of few processors from what is measured.
            LockSupport.parkNanos(100_000);
        }
        return new Wait(effects.lastCall() - called, returned - called);
    }

    @Override
    public String library() {
        return Contender.libraryOf(SurehookAutoConfiguration.class);
    }

    @Override
    public void close() {
        store.close();
        application.close();
    }
}
