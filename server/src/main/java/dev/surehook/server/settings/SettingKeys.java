package dev.surehook.server.settings;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Every key that can be set, read off the settings records, so that a key cannot exist in one place only. A source's
 * name stands as {@code *}.
 */
public final class SettingKeys {
    private static final String PREFIX = "surehook";
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]");
    private static final List<String> ALL = collect();

    private SettingKeys() {}

    /** All keys in the order of their records. */
    public static List<String> all() {
        return ALL;
    }

    static boolean isKnown(String key) {
        String[] parts = parts(key);
        return ALL.stream().anyMatch(known -> matches(parts(known), parts));
    }

    /** The valid keys that look most like {@code key}, best first. */
    static List<String> nearest(String key, int count) {
        String[] wanted = parts(key);
        String text = uniform(key);
        return ALL.stream()
                .map(known -> named(known, wanted))
                .sorted(Comparator.comparingInt(known -> distance(text, uniform(known))))
                .limit(count)
                .toList();
    }

    /** A list element is the key of its list. */
    private static String[] parts(String key) {
        return INDEX.matcher(key).replaceAll("").split("\\.");
    }

    private static boolean matches(String[] known, String[] asked) {
        if (known.length != asked.length) {
            return false;
        }
        for (int i = 0; i < known.length; i++) {
            if (!known[i].equals("*") && !uniform(known[i]).equals(uniform(asked[i]))) {
                return false;
            }
        }
        return true;
    }

    /** With the name that was written where one is wanted. */
    private static String named(String known, String[] wanted) {
        String[] parts = parts(known);
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].equals("*")) {
                parts[i] = i < wanted.length ? wanted[i] : "<name>";
            }
        }
        return String.join(".", parts);
    }

    /** Binding takes {@code maxBodySize} and {@code max_body_size} for {@code max-body-size}. */
    private static String uniform(String text) {
        return text.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    private static List<String> collect() {
        List<String> keys = new ArrayList<>();
        walk(PREFIX, ServerSettings.class, keys);
        return List.copyOf(keys);
    }

    private static void walk(String prefix, Class<?> record, List<String> keys) {
        for (RecordComponent component : record.getRecordComponents()) {
            String key = prefix + "." + kebab(component.getName());
            Class<?> type = component.getType();
            if (type == Map.class) {
                walk(key + ".*", valueType(component.getGenericType()), keys);
            } else if (type.isRecord()) {
                walk(key, type, keys);
            } else {
                keys.add(key);
            }
        }
    }

    private static Class<?> valueType(Type map) {
        return (Class<?>) ((ParameterizedType) map).getActualTypeArguments()[1];
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Edit distance. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int swapped = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(swapped, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
