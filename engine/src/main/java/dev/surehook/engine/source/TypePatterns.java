package dev.surehook.engine.source;

import java.util.List;

/** Patterns of event types, and which of several lists of them fits a type best. */
public final class TypePatterns {
    /** What {@link #closeness} says of patterns that do not fit. */
    public static final int NO_FIT = -1;

    private TypePatterns() {}

    /**
     * How well {@code type} fits the best of {@code patterns}: the type itself is better than any pattern, and of patterns
     * the longest is the best. An empty list fits every type, and no pattern is worse.
     *
     * @return larger is better; {@link #NO_FIT} when none fits
     */
    public static int closeness(List<String> patterns, String type) {
        if (patterns.isEmpty()) {
            return 0;
        }
        int best = NO_FIT;
        for (String pattern : patterns) {
            if (matches(pattern, type)) {
                best = Math.max(best, pattern.equals(type) ? Integer.MAX_VALUE : pattern.length());
            }
        }
        return best;
    }

    /** Whether {@code type} fits one of {@code patterns}; an empty list fits every type. */
    public static boolean fits(List<String> patterns, String type) {
        return closeness(patterns, type) != NO_FIT;
    }

    /**
     * Whether {@code type} fits {@code pattern}, in which {@code *} stands for any run of characters. The last star takes
     * up the slack: an earlier one never has to be tried again, so the time is bounded by the product of the lengths.
     */
    public static boolean matches(String pattern, String type) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < type.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = t;
            } else if (p < pattern.length() && pattern.charAt(p) == type.charAt(t)) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
