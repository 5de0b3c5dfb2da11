package dev.surehook.engine.event;

import java.util.regex.Pattern;

/**
 * One queue of a source. Every source has the default lane, whose name is empty.
 *
 * @param name 1 to 200 of letters, digits, {@code . _ # $ -}, or empty
 */
public record LaneKey(SourceName source, String name) {
    /** Characters in a name at the most. */
    public static final int MAX_NAME = 200;

    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9._#$-]{1,200}");

    public LaneKey {
        if (!name.isEmpty() && !SHAPE.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a lane's name has 1 to 200 of letters, digits, '.', '_', '#', '$' and '-'");
        }
    }

    public static LaneKey defaultOf(SourceName source) {
        return new LaneKey(source, "");
    }

    @Override
    public String toString() {
        return name.isEmpty() ? source.toString() : source + " in lane " + name;
    }
}
