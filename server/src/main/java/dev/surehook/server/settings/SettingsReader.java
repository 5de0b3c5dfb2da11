package dev.surehook.server.settings;

import dev.surehook.engine.event.SourceName;
import dev.surehook.server.start.BadStart;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Reads the settings: defaults, then the configuration file, then the environment, then the command line. */
public final class SettingsReader {
    private static final String PREFIX = "surehook";

    private SettingsReader() {}

    /** @throws BadStart with one line when something cannot be read or is not valid */
    public static ServerSettings read(Flags flags, Map<String, String> environment) {
        MutablePropertySources sources = new MutablePropertySources();
        sources.addLast(new MapPropertySource("command line", fromFlags(flags)));
        sources.addLast(new SystemEnvironmentPropertySource(
                // The name's ending switches Spring's rules for names of environment variables on.
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, fromEnvironment(environment)));
        for (PropertySource<?> file : flags.configFile().map(ConfigFile::read).orElse(List.of())) {
            sources.addLast(file);
        }
        sources.addLast(new MapPropertySource("named sources", named(flags)));
        return withForward(bind(sources), flags);
    }

    private static ServerSettings bind(MutablePropertySources sources) {
        try {
            Binder binder = new Binder(ConfigurationPropertySources.from(sources), null, new WrittenUnits());
            ServerSettings settings = binder.bindOrCreate(PREFIX, ServerSettings.class);
            settings.sources().keySet().forEach(SourceName::new);
            return settings;
        } catch (BindException e) {
            throw BadStart.usage(BindFailure.line(e));
        } catch (IllegalArgumentException e) {
            throw BadStart.usage(String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, Object> fromFlags(Flags flags) {
        Map<String, Object> values = new LinkedHashMap<>(flags.values());
        for (Flags.SourceFlag source : flags.sources()) {
            source.provider().ifPresent(provider -> values.put(key(source.name(), "provider"), provider));
        }
        return values;
    }

    /** A source that is only named must still exist; its provider is then its name. */
    private static Map<String, Object> named(Flags flags) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Flags.SourceFlag source : flags.sources()) {
            new SourceNameCheck(source.name()).orThrow();
            values.put(key(source.name(), "provider"), source.name());
        }
        return values;
    }

    private static String key(String source, String rest) {
        return PREFIX + ".sources." + source + "." + rest;
    }

    private static Map<String, Object> fromEnvironment(Map<String, String> environment) {
        Map<String, Object> ours = new HashMap<>();
        environment.forEach((name, value) -> {
            // Kubernetes sets SUREHOOK_PORT=tcp://10.0.0.1:8080 in every pod beside a service called surehook.
            boolean serviceLink = name.equals("SUREHOOK_PORT") && value.startsWith("tcp://");
            if (name.startsWith("SUREHOOK_") && !serviceLink) {
                ours.put(name, value);
            }
        });
        return ours;
    }

    private static ServerSettings withForward(ServerSettings settings, Flags flags) {
        return settings.mapSources((name, source) -> {
            boolean named =
                    flags.sources().stream().anyMatch(flag -> flag.name().equals(name));
            Optional<ForwardSettings> target = source.forwarding();
            if (flags.forward().isPresent() && (named || target.isEmpty())) {
                target = Optional.of(ForwardSettings.to(flags.forward().get()));
            }
            if (flags.forwardAs().isPresent() && (named || flags.sources().isEmpty())) {
                target = target.map(forward -> forward.as(flags.forwardAs().get()));
            }
            return target.map(source::withForward).orElse(source);
        });
    }

    /** The engine's rule for names, as a bad start. */
    private record SourceNameCheck(String name) {
        void orThrow() {
            try {
                Object ignored = new SourceName(name);
            } catch (IllegalArgumentException e) {
                throw BadStart.usage("--source: " + e.getMessage());
            }
        }
    }
}
