package dev.surehook.signatures;

/** Checks on the names that a scheme is made of. */
final class Words {
    private static final String NAME_SYMBOLS = "!#$%&'*+-.^_`|~";

    private Words() {}

    static void requireHeaderName(String name, String what) {
        if (name.isEmpty() || !name.chars().allMatch(Words::isNameCharacter)) {
            throw new IllegalArgumentException(
                    what + " is not a header name; use letters, digits and - as in X-Acme-Signature");
        }
    }

    static void requireToken(String token, String what) {
        if (token.isEmpty() || !token.chars().allMatch(Words::isLetterOrDigit)) {
            throw new IllegalArgumentException(what + " must be letters and digits, as in v1");
        }
    }

    /** Header values are printable ASCII, so that nothing in them can end the line or change on the way. */
    static void requireHeaderValue(String value, String what) {
        if (!value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException(what + " must be printable ASCII without spaces to be sent in a header");
        }
    }

    private static boolean isNameCharacter(int c) {
        return isLetterOrDigit(c) || NAME_SYMBOLS.indexOf(c) >= 0;
    }

    private static boolean isLetterOrDigit(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
