package dev.surehook.server.cli;

import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Text from outside made fit for a terminal: without control characters (a received header or type could otherwise move
 * the cursor, rewrite earlier lines or reach the clipboard) and without characters that turn the direction of writing.
 */
final class Printable {
    private static final Set<Integer> LINE_ENDS = Set.of(0x2028, 0x2029);

    private Printable() {}

    /** One line; what is dropped leaves no trace. */
    static String line(String text) {
        return without(text, Printable::isUnfit);
    }

    /** Several lines: line feeds and tabs stay. */
    static String lines(String text) {
        return without(text, c -> isUnfit(c) && c != '\n' && c != '\t');
    }

    private static String without(String text, IntPredicate unfit) {
        return text.codePoints()
                .filter(unfit.negate())
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isUnfit(int codePoint) {
        return Character.isISOControl(codePoint)
                || LINE_ENDS.contains(codePoint)
                || Character.getType(codePoint) == Character.SURROGATE
                || isDirection(codePoint);
    }

    private static boolean isDirection(int c) {
        return c == 0x061C
                || (c >= 0x200E && c <= 0x200F)
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }
}
