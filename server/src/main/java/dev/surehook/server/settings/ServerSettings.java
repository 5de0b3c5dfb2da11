package dev.surehook.server.settings;

import dev.surehook.signatures.Secret;
import dev.surehook.spring.target.TargetSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything under {@code surehook.}: the component names are the keys.
 *
 * @param port where to listen; 0 takes a free one
 * @param host the address to listen on; empty means all
 * @param data the folder of the embedded store and of what is made at the first start
 * @param trustedProxies addresses and CIDR blocks of proxies whose forwarded headers are believed
 * @param apiKey the key of the API; made at the first start when absent
 * @param forwardSecret the secret of our own signature on forwarded events
 * @param sealingKey the key under which signing secrets are kept, or several: the first seals, all open
 * @param maxDueAge how long an event may be due before {@code /health} says so
 * @param targets where published events may be sent, and how they get there
 * @param defaultProfile the sending profile of accounts that name none
 * @param profiles sending profiles of the operator's own
 */
public record ServerSettings(
        @DefaultValue("8080") int port,
        @DefaultValue("") String host,
        @DefaultValue("./surehook-data") String data,
        @DefaultValue DatabaseSettings database,
        @DefaultValue TlsSettings tls,
        @DefaultValue List<String> trustedProxies,
        @Nullable Secret apiKey,
        @Nullable Secret forwardSecret,
        @Nullable Secret sealingKey,
        @DefaultValue("5m") Duration maxDueAge,
        @DefaultValue TargetSettings targets,
        @DefaultValue("standard") String defaultProfile,
        @DefaultValue Map<String, ProfileSettings> profiles,
        @DefaultValue Map<String, SourceSettings> sources) {

    public ServerSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port lies between 0 and 65535, not at " + port);
        }
        if (maxDueAge.isNegative() || maxDueAge.isZero()) {
            throw new IllegalArgumentException("max-due-age must be longer than 0 s");
        }
        trustedProxies = List.copyOf(trustedProxies);
        // In the order they were written, which is the order they are shown in.
        sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
        profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
    }

    public Path dataFolder() {
        return Path.of(data).toAbsolutePath().normalize();
    }

    public Optional<Secret> configuredApiKey() {
        return Optional.ofNullable(apiKey).filter(key -> !key.isBlank());
    }

    public Optional<Secret> configuredForwardSecret() {
        return Optional.ofNullable(forwardSecret);
    }

    public Optional<Secret> configuredSealingKey() {
        return Optional.ofNullable(sealingKey);
    }

    /** The same with each source changed. */
    ServerSettings mapSources(BiFunction<String, SourceSettings, SourceSettings> change) {
        Map<String, SourceSettings> changed = new LinkedHashMap<>();
        sources.forEach((name, source) -> changed.put(name, change.apply(name, source)));
        return new ServerSettings(
                port,
                host,
                data,
                database,
                tls,
                trustedProxies,
                apiKey,
                forwardSecret,
                sealingKey,
                maxDueAge,
                targets,
                defaultProfile,
                profiles,
                changed);
    }
}
