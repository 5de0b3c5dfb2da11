package dev.surehook.server.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;

/** One line about a setting that cannot be used. It never repeats the value: that may be a secret. */
final class BindFailure {
    private static final String ROOT = "surehook";

    private BindFailure() {}

    static String line(BindException failure) {
        String key = failure.getName().toString();
        Throwable cause = rootOf(failure);
        String where = origin(failure.getProperty());
        Class<?> type = typeOf(failure);
        if (isConversion(failure)) {
            return key + where + " is not " + expected(type);
        }
        // A rule of the whole names its own key.
        return key.equals(ROOT) ? String.valueOf(cause.getMessage()) : key + where + ": " + cause.getMessage();
    }

    private static String origin(@Nullable ConfigurationProperty property) {
        return property == null || property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
    }

    private static Class<?> typeOf(BindException failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof ConversionFailedException conversion) {
                return conversion.getTargetType().getType();
            }
            if (e instanceof WrittenUnits.Unreadable unreadable) {
                return unreadable.type();
            }
        }
        Class<?> resolved = failure.getTarget().getType().resolve();
        return resolved == null ? Object.class : resolved;
    }

    private static boolean isConversion(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof ConversionFailedException
                    || e instanceof ConverterNotFoundException
                    || e instanceof WrittenUnits.Unreadable) {
                return true;
            }
        }
        return false;
    }

    private static String expected(Class<?> type) {
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant ->
                                    constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                            .collect(Collectors.joining(", "));
        }
        return switch (type.getSimpleName()) {
            case "Duration" -> "a duration such as 30s, 5m, 2h or 90d";
            case "DataSize" -> "a size such as 512KB, 1MB or 25MB";
            case "int", "Integer", "long", "Long" -> "a whole number";
            case "double", "Double" -> "a number such as 0.1";
            case "boolean", "Boolean" -> "true or false";
            case "String", "Secret" -> "a single text";
            case "List" -> "a list";
            default -> "a group of settings: put its keys below it";
        };
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
