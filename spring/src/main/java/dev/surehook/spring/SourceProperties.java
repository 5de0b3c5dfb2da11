package dev.surehook.spring;

import dev.surehook.engine.source.SignedForm;
import dev.surehook.engine.source.WithoutId;
import dev.surehook.signatures.Secret;
import dev.surehook.spring.source.BodyKind;
import dev.surehook.spring.source.SchemeSettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * One source, {@code surehook.sources.<name>}.
 *
 * @param provider a provider's name; the source's own name when absent, hmac when scheme is given
 * @param secret what the provider signs with
 * @param secrets several of them while one replaces the other: any may have signed
 * @param tolerance how far a signed timestamp may lie from now, either way; the provider's own when absent
 * @param maxBodySize the largest body
 * @param signedForm which bytes the sender signs when it compresses: wire or decoded
 * @param body json refuses everything else; by the provider when absent
 * @param withoutId what becomes of events without an id; refuse where the provider promises one
 * @param types wanted types, with *; others are stored as ignored. Empty wants all
 * @param publicUrl the URL as senders call it, for schemes that sign it
 * @param retry waits between attempts; 10s, 30s, 5m, 30m, 1h, 2h, 2h when absent
 * @param jitter by which fraction a wait may move to either side
 * @param concurrency handlers at once on each node; always one on SQLite
 * @param handlerTimeout how long a handler may take. After that and 15 s more another worker may take the event over, and
 *     what the first one did is rolled back
 * @param nonRetryable class names of exceptions after which an event is parked at once
 * @param retention how long processed events and their attempts are kept
 * @param scheme a signature scheme of one's own, for a platform that is not built in
 */
public record SourceProperties(
        @Nullable String provider,
        @Nullable Secret secret,
        @DefaultValue List<Secret> secrets,
        @Nullable Duration tolerance,
        @DefaultValue("1MB") DataSize maxBodySize,
        @DefaultValue("wire") SignedForm signedForm,
        @Nullable BodyKind body,
        @Nullable WithoutId withoutId,
        @DefaultValue List<String> types,
        @Nullable String publicUrl,
        @Nullable List<Duration> retry,
        @DefaultValue("0.1") double jitter,
        @DefaultValue("16") int concurrency,
        @DefaultValue("30s") Duration handlerTimeout,
        @DefaultValue List<String> nonRetryable,
        @DefaultValue("90d") Duration retention,
        @Nullable SchemeSettings scheme) {

    public SourceProperties {
        secrets = List.copyOf(secrets);
        types = List.copyOf(types);
        nonRetryable = List.copyOf(nonRetryable);
        retry = retry == null ? null : List.copyOf(retry);
    }

    /** Every configured secret; none when neither key is set. */
    List<Secret> allSecrets() {
        return Stream.concat(Stream.ofNullable(secret), secrets.stream()).toList();
    }
}
