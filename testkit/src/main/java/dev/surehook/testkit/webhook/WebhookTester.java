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
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Sends webhooks to an application under test, signed as the provider signs them, and waits until its handler has run,
 * without sleeping. {@link WebhookTest} gives a test one that knows where the application listens; otherwise make it a
 * bean of the test's context: the starter tells every {@link EngineListener} bean what becomes of an event. Thread-safe.
 */
public final class WebhookTester implements EngineListener {
    private static final int NO_CONTENT = 204;

    private final FakeProvider provider;
    private final SourceName source;
    private final SeenAttempts attempts;
    private final Supplier<URI> home;
    private final HttpSender sender = new HttpSender();

    private WebhookTester(FakeProvider provider, SourceName source, SeenAttempts attempts, Supplier<URI> home) {
        this.provider = provider;
        this.source = source;
        this.attempts = attempts;
        this.home = home;
    }

    /** For a source that is called like its provider. */
    public static WebhookTester of(String provider, String secret) {
        return of(provider, provider, secret);
    }

    public static WebhookTester of(String source, String provider, String secret) {
        return new WebhookTester(
                FakeProvider.named(provider, Secret.of(secret)), new SourceName(source), new SeenAttempts(), () -> {
                    throw new IllegalStateException("where does the application listen? Say it with at(url)");
                });
    }

    /** The same for an application whose webhooks arrive at {@code url}, the whole one with the source's name. */
    public WebhookTester at(URI url) {
        return at(() -> url);
    }

    WebhookTester at(Supplier<URI> url) {
        return new WebhookTester(provider, source, attempts, url);
    }

    /** A request that was sent and what was answered. */
    public record Sent(ProviderRequest request, int status) {
        public String id() {
            return request.id();
        }
    }

    /**
     * Sends a realistic event of this type, and waits until its handler and its commit are done.
     *
     * @throws AssertionError when it is not answered 204, or not handled in time
     */
    public Sent deliver(String type) {
        return handled(send(type));
    }

    /** As {@link #deliver} with this body; its id and type are read from it as the provider's receivers do. */
    public Sent deliverBody(String json) {
        return handled(sendBody(json));
    }

    private Sent handled(Sent sent) {
        if (sent.status() != NO_CONTENT) {
            throw new AssertionError("event " + sent.id() + " was answered " + sent.status() + ", not " + NO_CONTENT);
        }
        awaitProcessed(sent);
        return sent;
    }

    /** A realistic event of this type. */
    public Sent send(String type) {
        return post(home.get(), provider.request(type));
    }

    /** As {@link #send(String)}, to {@code application} + {@code /in/} + source. */
    public Sent send(URI application, String type) {
        return post(below(application), provider.request(type));
    }

    /** An event with this body; its id and type are read from it as the provider's receivers do. */
    public Sent sendBody(String json) {
        return post(home.get(), carrying(json));
    }

    public Sent sendBody(URI application, String json) {
        return post(below(application), carrying(json));
    }

    private ProviderRequest carrying(String json) {
        SampleEvent event = provider.event(json.getBytes(StandardCharsets.UTF_8), Optional.empty(), Optional.empty());
        return provider.request(event);
    }

    /** The same event again, with a fresh signature, as providers do when they are in doubt. */
    public Sent repeat(Sent sent) {
        return post(home.get(), provider.again(sent.request()));
    }

    public Sent repeat(URI application, Sent sent) {
        return post(below(application), provider.again(sent.request()));
    }

    /** An event with a body that was changed after signing. */
    public Sent sendTampered(String type) {
        return post(home.get(), provider.request(type).tampered());
    }

    public Sent sendTampered(URI application, String type) {
        return post(below(application), provider.request(type).tampered());
    }

    /** An event that was signed too long ago. */
    public Sent sendStale(String type) {
        return post(home.get(), provider.stale(provider.request(type)));
    }

    public Sent sendStale(URI application, String type) {
        return post(below(application), provider.stale(provider.request(type)));
    }

    private URI below(URI application) {
        return URI.create(application.toString().replaceAll("/$", "") + "/in/" + source);
    }

    private Sent post(URI url, ProviderRequest request) {
        try {
            Answer answer = sender.post(url, request);
            return new Sent(request, answer.status());
        } catch (IOException e) {
            throw new UncheckedIOException("the application under test did not answer at " + url, e);
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
        return attempts.await(
                ref(sent), wanted, "event " + sent.id() + " (answered " + sent.status() + ") was not " + what);
    }

    @Override
    public void attempted(EventRef event, Finish finish) {
        attempts.add(event, finish);
    }
}
