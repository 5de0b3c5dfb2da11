package dev.surehook.engine.endpoint;

/** Text from outside as a message may repeat it: in quotes, on one line, and not for ever. */
public final class Quoted {
    private static final int MOST_CHARACTERS = 60;

    private Quoted() {}

    public static String of(String text) {
        StringBuilder shown = new StringBuilder("\"");
        text.codePoints()
                .limit(MOST_CHARACTERS)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '?' : c)
                .forEach(shown::appendCodePoint);
        return shown.append(text.codePointCount(0, text.length()) > MOST_CHARACTERS ? "…\"" : "\"")
                .toString();
    }
}
