package dev.surehook.server.settings;

import dev.surehook.engine.source.SignedForm;
import dev.surehook.engine.source.WithoutId;
import dev.surehook.signatures.Secret;
import dev.surehook.spring.source.BodyKind;
import dev.surehook.spring.source.SchemeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * One source, {@code surehook.sources.<name>}.
 *
 * @param provider a provider's name; the source's own name when absent, {@code hmac} when {@code scheme} is given
 * @param secrets any of them may have signed; {@code secret} is the short form for one
 * @param tolerance how far a signed timestamp may lie from now, either way; the provider's own when absent
 * @param maxBodySize the largest body
 * @param signedForm which bytes the sender signs when it compresses: {@code wire} or {@code decoded}
 * @param body {@code json} refuses everything else; by the provider when absent
 * @param withoutId what becomes of events without an id; {@code refuse} where the provider promises one
 * @param types wanted types, with {@code *}; others are stored as ignored. Empty wants all
 * @param publicUrl the URL as senders call it, for schemes that sign it
 * @param retry waits between attempts; the standard schedule when absent
 * @param jitter by which fraction a wait may move to either side
 * @param concurrency attempts at once
 * @param retention how long events are kept
 */
public record SourceSettings(
        @Nullable String provider,
        @DefaultValue List<Secret> secrets,
        @Nullable Secret secret,
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
        @DefaultValue("90d") Duration retention,
        @Nullable SchemeSettings scheme,
        @Nullable ForwardSettings forward) {

    public SourceSettings {
        secrets = List.copyOf(secrets);
        types = List.copyOf(types);
    }

    public Optional<ForwardSettings> forwarding() {
        return Optional.ofNullable(forward);
    }

    /** Every configured secret; none when neither key is set. */
    public List<Secret> allSecrets() {
        List<Secret> all = new ArrayList<>(secrets);
        if (secret != null) {
            all.add(secret);
        }
        return List.copyOf(all);
    }

    SourceSettings withForward(ForwardSettings changed) {
        return new SourceSettings(
                provider,
                secrets,
                secret,
                tolerance,
                maxBodySize,
                signedForm,
                body,
                withoutId,
                types,
                publicUrl,
                retry,
                jitter,
                concurrency,
                retention,
                scheme,
                changed);
    }
}
