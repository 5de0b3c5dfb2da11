package dev.surehook.spring;

import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.IntakeRules;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WorkRules;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Verifier;
import dev.surehook.spring.source.ProviderRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Makes sources from properties; each mistake is one line that says what to set. */
final class Sources {
    private final SurehookProperties properties;
    private final HandlerMethods methods;
    private final Environment environment;
    private final int mostHandlers;

    /** @param mostHandlers how many handlers the database has room for at a time */
    Sources(SurehookProperties properties, HandlerMethods methods, Environment environment, int mostHandlers) {
        this.properties = properties;
        this.methods = methods;
        this.environment = environment;
        this.mostHandlers = mostHandlers;
    }

    /** The configured sources, and those that a handler names and whose secret lies in the environment. */
    List<Source> all() {
        Map<String, SourceProperties> settings = new TreeMap<>(properties.sources());
        for (String name : methods.namedSources()) {
            settings.computeIfAbsent(name, this::byEnvironment);
        }
        List<Source> sources = new ArrayList<>();
        settings.forEach((name, source) -> sources.add(configured(name, source)));
        return sources;
    }

    /** All defaults: the secret alone is enough. */
    private SourceProperties byEnvironment(String name) {
        if (environment.getProperty(variable(name)) == null) {
            throw new StartFailure(
                    "a handler names the source " + name + ", which is not configured: set surehook.sources." + name
                            + ".secret, or " + variable(name) + " in the environment");
        }
        return new Binder().bindOrCreate("none", Bindable.of(SourceProperties.class));
    }

    private Source configured(String name, SourceProperties settings) {
        try {
            return source(name, settings);
        } catch (IllegalArgumentException e) {
            throw new StartFailure("surehook.sources." + name + ": " + e.getMessage(), e);
        }
    }

    private Source source(String name, SourceProperties settings) {
        Provider provider = ProviderRules.provider(name, settings.provider(), settings.scheme());
        Verifier verifier = Verifier.of(
                provider,
                secrets(name, settings),
                Optional.ofNullable(settings.tolerance()).orElse(provider.tolerance()));
        Optional<List<String>> handled = methods.typesOf(name);
        IntakeRules intake = new IntakeRules(
                (int) Math.min(settings.maxBodySize().toBytes(), Integer.MAX_VALUE),
                settings.signedForm(),
                ProviderRules.requiresJson(provider, settings.body()),
                ProviderRules.withoutId(provider, settings.withoutId()),
                settings.types(),
                handled.orElse(List.of()),
                handled.isPresent() ? Optional.empty() : Optional.of("no handler takes events of this source"),
                methods.lanesOf(name).atMost(mostHandlers));
        WorkRules work = new WorkRules(
                new RetrySchedule(
                        Optional.ofNullable(settings.retry()).orElse(RetrySchedule.STANDARD.delays()),
                        settings.jitter()),
                Math.min(settings.concurrency(), mostHandlers),
                settings.handlerTimeout(),
                settings.retention());
        return new Source(new SourceName(name), provider, verifier, intake, work);
    }

    private List<Secret> secrets(String name, SourceProperties settings) {
        List<Secret> configured = settings.allSecrets();
        List<Secret> secrets = configured.isEmpty() ? fromEnvironment(name) : configured;
        if (secrets.isEmpty() || secrets.stream().anyMatch(Secret::isBlank)) {
            throw new IllegalArgumentException("the secret is missing or blank: set secret below this key, or "
                    + variable(name) + " in the environment");
        }
        return secrets;
    }

    private List<Secret> fromEnvironment(String name) {
        String value =
                Optional.ofNullable(environment.getProperty(variable(name))).orElse("");
        return Arrays.stream(value.strip().split("[\\s,]+"))
                .filter(text -> !text.isEmpty())
                .map(Secret::of)
                .toList();
    }

    /** {@code my-shop} has {@code MY_SHOP_WEBHOOK_SECRET}, as with the stand-alone server. */
    static String variable(String source) {
        return source.toUpperCase(Locale.ROOT).replace('-', '_') + "_WEBHOOK_SECRET";
    }
}
