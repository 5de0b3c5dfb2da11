package dev.surehook.server.source;

import dev.surehook.server.settings.SourceSettings;
import dev.surehook.server.start.BadStart;
import dev.surehook.signatures.Secret;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A source's secrets: from its settings, else from the environment variable that is named after it. */
final class SourceSecrets {
    private final Map<String, String> environment;

    SourceSecrets(Map<String, String> environment) {
        this.environment = environment;
    }

    /** {@code my-shop} has {@code MY_SHOP_WEBHOOK_SECRET}. */
    static String variable(String source) {
        return source.toUpperCase(Locale.ROOT).replace('-', '_') + "_WEBHOOK_SECRET";
    }

    List<Secret> of(String name, SourceSettings settings) {
        List<Secret> configured = settings.allSecrets();
        String variable = variable(name);
        String value = environment.get(variable);
        if (!configured.isEmpty()) {
            requireNoBlank(name, configured);
            return configured;
        }
        if (value == null) {
            throw BadStart.usage("source " + name + " has no secret: set " + variable + " in the environment, or secret"
                    + " below surehook.sources." + name + " in the configuration file");
        }
        if (value.isBlank()) {
            throw BadStart.usage("source " + name + " has a blank secret: set " + variable
                    + " to the signing secret of this webhook");
        }
        return Arrays.stream(value.strip().split("[\\s,]+"))
                .filter(text -> !text.isEmpty())
                .map(Secret::of)
                .toList();
    }

    private static void requireNoBlank(String name, List<Secret> secrets) {
        if (secrets.stream().anyMatch(Secret::isBlank)) {
            throw BadStart.usage("source " + name + " has a blank secret: set surehook.sources." + name
                    + ".secret to the signing secret of this webhook");
        }
    }
}
