package dev.surehook.server.settings;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds environment variables that look like settings and are none. They are no reason not to start: an environment is
 * shared, and a later version may know them.
 */
public final class UnknownVariables {
    /** Read by the launcher and the log. */
    private static final Set<String> OTHERS_OF_OURS =
            Set.of("SUREHOOK_JAVA", "SUREHOOK_JAVA_OPTS", "SUREHOOK_NO_BUILD", "SUREHOOK_LOG_LEVEL");
    /** Kubernetes tells every pod about services this way, those called surehook-something too. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile("SUREHOOK_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)(_\\w+)?)");
    /** The secret of a source that is called surehook or surehook-something. */
    private static final Pattern SOURCE_SECRET = Pattern.compile("SUREHOOK_(\\w+_)?WEBHOOK_SECRET");

    private static final List<Pattern> KNOWN =
            SettingKeys.all().stream().flatMap(UnknownVariables::patterns).toList();

    private UnknownVariables() {}

    /** One line for each, without its value. */
    public static List<String> warnings(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith("SUREHOOK_"))
                .filter(variable -> !isKnown(variable.getKey(), variable.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .map(name -> name + " in the environment is no setting and has no effect; did you mean "
                        + variable(SettingKeys.nearest(asKey(name), 1).get(0)) + "?")
                .toList();
    }

    private static boolean isKnown(String name, String value) {
        return OTHERS_OF_OURS.contains(name)
                || SERVICE_LINK.matcher(name).matches()
                || (name.endsWith("_PORT") && value.startsWith("tcp://"))
                || SOURCE_SECRET.matcher(name).matches()
                || KNOWN.stream().anyMatch(known -> known.matcher(name).matches());
    }

    /** A dash is {@code _} or nothing; an element of a list has its number at the end. */
    private static Stream<Pattern> patterns(String key) {
        return Stream.of(variable(key), variable(key.replace("-", "")))
                .distinct()
                .map(name -> Pattern.compile(name.replace("*", "\\w+") + "(_\\d+)?"));
    }

    private static String variable(String key) {
        return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    private static String asKey(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '.');
    }
}
