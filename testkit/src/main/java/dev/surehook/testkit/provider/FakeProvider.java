package dev.surehook.testkit.provider;

import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Signer;
import dev.surehook.signatures.TimestampRule;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the requests that a platform would make: its envelope, its ids, its headers, its signature. Thread-safe.
 *
 * <pre>{@code
 * FakeProvider ycloud = FakeProvider.named("ycloud", Secret.of("whsec_…"));
 * ProviderRequest good = ycloud.request("whatsapp.inbound_message.received");
 * ProviderRequest repeated = ycloud.again(good);
 * ProviderRequest forged = good.tampered();
 * }</pre>
 */
public final class FakeProvider {
    /** Twice the tolerance that all built-in providers start from. */
    private static final Duration STALE = Duration.ofMinutes(10);

    private final Platform platform;
    private final Signer signer;
    private final InstantSource clock;
    private final SampleEvents samples;

    private FakeProvider(Platform platform, List<Secret> secrets, InstantSource clock) {
        this.platform = platform;
        this.signer = Signer.of(platform.provider(), secrets);
        this.clock = clock;
        this.samples = new SampleEvents(platform, clock);
    }

    /**
     * A fake provider that goes by the system clock.
     *
     * @throws IllegalArgumentException with one line that says what is wrong with name or secret
     */
    public static FakeProvider named(String name, Secret secret) {
        return named(name, List.of(secret), InstantSource.system());
    }

    /** As {@link #named(String, Secret)}; several secrets as during a rotation, and signing by a clock of the test. */
    public static FakeProvider named(String name, List<Secret> secrets, InstantSource clock) {
        return new FakeProvider(Platform.named(name), secrets, clock);
    }

    /** The names that {@link #named} takes. */
    public static List<String> names() {
        return Platform.names();
    }

    public Provider provider() {
        return platform.provider();
    }

    public SampleEvents samples() {
        return samples;
    }

    /** A request with a fresh sample event, see {@link SampleEvents#event(String)}. */
    public ProviderRequest request(String type) {
        return request(samples.event(type));
    }

    /** A request that carries this event, signed now. */
    public ProviderRequest request(SampleEvent event) {
        return signedAt(event, clock.instant());
    }

    /** The same event once more, as a provider repeats it: same id, same bytes, signed anew. */
    public ProviderRequest again(ProviderRequest sent) {
        return request(sent.event());
    }

    /**
     * The same event, rightly signed ten minutes ago.
     *
     * @throws IllegalStateException if this provider signs no time
     */
    public ProviderRequest stale(ProviderRequest sent) {
        if (!signsTime()) {
            throw new IllegalStateException(provider().name() + " signs no time, so its requests never grow stale");
        }
        return signedAt(sent.event(), clock.instant().minus(STALE));
    }

    /** Whether requests grow stale; GitHub's do not. */
    public boolean signsTime() {
        return provider().schemes().stream().noneMatch(scheme -> scheme.timestamp() instanceof TimestampRule.None);
    }

    /**
     * An event with a body of one's own. Id and type are read from the body where the provider puts them there.
     *
     * @param body the exact bytes
     * @param id for providers that send it in a header; fresh when empty
     * @param type likewise; the first known type when empty
     */
    public SampleEvent event(byte[] body, Optional<String> id, Optional<String> type) {
        CarriedIdentity carried = CarriedIdentity.read(provider().identity(), body);
        return new SampleEvent(
                carried.id().or(() -> id).orElseGet(platform::freshId),
                carried.type().or(() -> type).orElseGet(() -> samples.types().get(0)),
                body);
    }

    private ProviderRequest signedAt(SampleEvent event, Instant time) {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        lines.add(Map.entry("Content-Type", "application/json"));
        lines.addAll(platform.headers().apply(event.type()).lines());
        lines.addAll(signer.sign(event.id(), time, "POST", "", event.body()).lines());
        return new ProviderRequest(Headers.of(lines), event.body(), event.id(), event.type());
    }
}
