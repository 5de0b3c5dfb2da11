package dev.surehook.engine.delivery;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** Text from outside made fit for a header line. */
final class HeaderText {
    private static final int MOST_CHARACTERS = 1_000;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String NAME_SYMBOLS = "!#$%&'*+-.^_`|~";

    private HeaderText() {}

    /**
     * {@code text} with everything but visible ASCII percent-encoded as UTF-8, and the percent sign too, so that
     * decoding gives the text back whatever it was. Nothing when it is empty or gets longer than 1,000 characters.
     */
    static Optional<String> encoded(String text) {
        if (text.isEmpty() || text.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        StringBuilder encoded = new StringBuilder(text.length());
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (octet > ' ' && octet < 0x7f && octet != '%') {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(HEX.toHexDigits(octet));
            }
        }
        return encoded.length() > MOST_CHARACTERS ? Optional.empty() : Optional.of(encoded.toString());
    }

    static boolean isName(String name) {
        return !name.isEmpty() && name.chars().allMatch(HeaderText::isNameCharacter);
    }

    /** Whether the value fits one line, one byte for each character. */
    static boolean isValue(String value) {
        return value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= 0xff && c != 0x7f));
    }

    private static boolean isNameCharacter(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || NAME_SYMBOLS.indexOf(c) >= 0;
    }
}
