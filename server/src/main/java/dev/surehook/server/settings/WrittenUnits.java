package dev.surehook.server.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.util.unit.DataSize;

/**
 * Reads durations and sizes, alone and in lists, and wants a unit with every number but 0. Spring's own reading takes a
 * bare number as milliseconds or bytes, which is never what somebody meant who wrote {@code retention: 90}.
 */
final class WrittenUnits implements ConversionService {
    private static final Pattern BARE_NUMBER = Pattern.compile("[+-]?[0-9]*[1-9][0-9]*");

    /**
     * The text is no value of the type that is wanted. Not one of Spring's conversion failures: after one of those the
     * binder would ask its next, lenient converter.
     */
    static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final Class<?> type;

        private Unreadable(Class<?> type) {
            super("not a " + type.getSimpleName());
            this.type = type;
        }

        Class<?> type() {
            return type;
        }
    }

    @Override
    public boolean canConvert(@Nullable Class<?> sourceType, Class<?> targetType) {
        return isWritten(sourceType) && isMeasure(targetType);
    }

    @Override
    public boolean canConvert(@Nullable TypeDescriptor sourceType, TypeDescriptor targetType) {
        return sourceType != null
                && isWritten(sourceType.getType())
                && (isMeasure(targetType.getType()) || isListOfMeasures(targetType));
    }

    @Override
    @SuppressWarnings("unchecked") // measure() answers with the type that it was asked for
    public <T> @Nullable T convert(@Nullable Object source, Class<T> targetType) {
        return (T) measure(String.valueOf(source), targetType);
    }

    @Override
    public @Nullable Object convert(
            @Nullable Object source, @Nullable TypeDescriptor sourceType, TypeDescriptor targetType) {
        String text = String.valueOf(source);
        TypeDescriptor element = targetType.getElementTypeDescriptor();
        return element == null ? measure(text, targetType.getType()) : list(text, element.getType());
    }

    private static List<Object> list(String text, Class<?> type) {
        List<Object> values = new ArrayList<>();
        for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
            values.add(measure(part, type));
        }
        return values;
    }

    private static Object measure(String written, Class<?> type) {
        String text = written.strip();
        if (BARE_NUMBER.matcher(text).matches()) {
            throw new Unreadable(type);
        }
        try {
            return type == Duration.class ? DurationStyle.detectAndParse(text) : DataSize.parse(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new Unreadable(type);
        }
    }

    private static boolean isWritten(@Nullable Class<?> type) {
        return type != null && (CharSequence.class.isAssignableFrom(type) || Number.class.isAssignableFrom(type));
    }

    private static boolean isMeasure(Class<?> type) {
        return type == Duration.class || type == DataSize.class;
    }

    private static boolean isListOfMeasures(TypeDescriptor type) {
        TypeDescriptor element = type.getElementTypeDescriptor();
        return type.getType() == List.class && element != null && isMeasure(element.getType());
    }
}
