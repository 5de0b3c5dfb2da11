package dev.surehook.testkit.webhook;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.work.Finish;
import dev.surehook.signatures.Secret;
import dev.surehook.testkit.provider.Answer;
import dev.surehook.testkit.provider.FakeProvider;
import dev.surehook.testkit.provider.HttpSender;
import dev.surehook.testkit.provider.ProviderRequest;
import dev.surehook.testkit.provider.SampleEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Sends webhooks to an application under test, signed as the provider signs them, and waits until its handler has run,
 * without sleeping. Make it a bean of the test's context: the starter tells every {@link EngineListener} bean what
 * becomes of an event. Thread-safe.
 */
public final class WebhookTester implements EngineListener {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final FakeProvider provider;
    private final SourceName source;
    private final HttpSender sender = new HttpSender();
    private final Map<EventRef, List<Finish>> attempts = new HashMap<>();

    private WebhookTester(FakeProvider provider, SourceName source) {
        this.provider = provider;
        this.source = source;
    }

    /** For a source that is called like its provider. */
    public static WebhookTester of(String provider, String secret) {
        return of(provider, provider, secret);
    }

    public static WebhookTester of(String source, String provider, String secret) {
        return new WebhookTester(FakeProvider.named(provider, Secret.of(secret)), new SourceName(source));
    }

    /** A request that was sent and what was answered. */
    public record Sent(ProviderRequest request, int status) {
        public String id() {
            return request.id();
        }
    }

    /** A realistic event of this type, to {@code application} + {@code /in/} + source. */
    public Sent send(URI application, String type) {
        return post(application, provider.request(type));
    }

    /** An event with this body; its id and type are read from it as the provider's receivers do. */
    public Sent sendBody(URI application, String json) {
        SampleEvent event = provider.event(json.getBytes(StandardCharsets.UTF_8), Optional.empty(), Optional.empty());
        return post(application, provider.request(event));
    }

    /** The same event again, with a fresh signature, as providers do when they are in doubt. */
    public Sent repeat(URI application, Sent sent) {
        return post(application, provider.again(sent.request()));
    }

    /** The same event with a body that was changed after signing. */
    public Sent sendTampered(URI application, String type) {
        return post(application, provider.request(type).tampered());
    }

    /** An event that was signed too long ago. */
    public Sent sendStale(URI application, String type) {
        return post(application, provider.stale(provider.request(type)));
    }

    private Sent post(URI application, ProviderRequest request) {
        String base = application.toString().replaceAll("/$", "");
        try {
            Answer answer = sender.post(URI.create(base + "/in/" + source), request);
            return new Sent(request, answer.status());
        } catch (IOException e) {
            throw new UncheckedIOException("the application under test did not answer", e);
        }
    }

    /** The reference under which the engine knows the event. */
    public EventRef ref(Sent sent) {
        return EventKey.of(source, sent.id()).ref();
    }

    /** Waits until the event's handler and its commit are done. */
    public void awaitProcessed(Sent sent) {
        Object unused = await(sent, attempt -> attempt.next() instanceof Finish.Processed, "processed");
    }

    /** Waits until the event was given up; returns the reason. */
    public String awaitParked(Sent sent) {
        return ((Finish.Park) await(sent, attempt -> attempt.next() instanceof Finish.Park, "parked")
                        .next())
                .reason();
    }

    /** Waits until an attempt failed and another one is planned; returns what it said. */
    public String awaitFailure(Sent sent) {
        return await(sent, attempt -> attempt.next() instanceof Finish.Retry, "retried")
                .detail();
    }

    private Finish await(Sent sent, Predicate<Finish> wanted, String what) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        EventRef ref = ref(sent);
        synchronized (attempts) {
            while (true) {
                List<Finish> seen = attempts.getOrDefault(ref, List.of());
                Optional<Finish> found = seen.stream().filter(wanted).findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
                long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
                if (left <= 0) {
                    throw new AssertionError("event " + sent.id() + " (answered " + sent.status() + ") was not " + what
                            + " within " + PATIENCE.toSeconds() + " s; its attempts: " + seen);
                }
                try {
                    attempts.wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new AssertionError("interrupted while waiting for event " + sent.id(), e);
                }
            }
        }
    }

    @Override
    public void attempted(EventRef event, Finish finish) {
        synchronized (attempts) {
            attempts.computeIfAbsent(event, key -> new ArrayList<>()).add(finish);
            attempts.notifyAll();
        }
    }
}
