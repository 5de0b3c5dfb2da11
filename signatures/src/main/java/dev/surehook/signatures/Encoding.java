package dev.surehook.signatures;

import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** How signature bytes are written in a header. */
public enum Encoding {
    /** Written in lower case, read in either case. */
    HEX {
        @Override
        String encode(byte[] bytes) {
            char[] text = new char[bytes.length * 2];
            for (int i = 0; i < bytes.length; i++) {
                text[2 * i] = Character.forDigit((bytes[i] >> 4) & 0xf, 16);
                text[2 * i + 1] = Character.forDigit(bytes[i] & 0xf, 16);
            }
            return new String(text);
        }

        @Override
        byte @Nullable [] decode(String text, int from, int to, int size) {
            if (to - from != 2 * size) {
                return null;
            }
            byte[] bytes = new byte[size];
            int digits = 0;
            int characters = 0;
            for (int i = 0, at = from; i < size; i++, at += 2) {
                char high = text.charAt(at);
                char low = text.charAt(at + 1);
                int value = DIGITS[high & 0xff] << 4 | DIGITS[low & 0xff];
                digits |= value;
                characters |= high | low;
                bytes[i] = (byte) value;
            }
            return digits < 0 || characters > 0xff ? null : bytes;
        }
    },
    /** The standard alphabet with padding. */
    BASE64 {
        @Override
        String encode(byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }

        @Override
        byte @Nullable [] decode(String text, int from, int to, int size) {
            if (to - from != (size + 2) / 3 * 4) {
                return null;
            }
            String encoded = text.substring(from, to);
            try {
                byte[] bytes = Base64.getDecoder().decode(encoded);
                // Decoding ignores the spare bits of the last digit; one signature shall have one spelling.
                return bytes.length == size && encode(bytes).equals(encoded) ? bytes : null;
            } catch (IllegalArgumentException notBase64) {
                return null;
            }
        }
    };

    /** The value of each hex digit, and -1, which keeps its sign through every or, for other characters. */
    private static final byte[] DIGITS = new byte[256];

    static {
        Arrays.fill(DIGITS, (byte) -1);
        for (int value = 0; value < 16; value++) {
            DIGITS[Character.forDigit(value, 16)] = (byte) value;
            DIGITS[Character.toUpperCase(Character.forDigit(value, 16))] = (byte) value;
        }
    }

    abstract String encode(byte[] bytes);

    /** Decodes text[from, to) to exactly {@code size} bytes, or null where it is anything else. */
    abstract byte @Nullable [] decode(String text, int from, int to, int size);
}
