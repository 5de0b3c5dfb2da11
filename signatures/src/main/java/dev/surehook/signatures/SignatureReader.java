package dev.surehook.signatures;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the signature headers of one scheme. Total: there is no text that makes it throw. */
final class SignatureReader {
    private final SignatureScheme scheme;
    private final BiConsumer<Headers, FoundSignatures> grammar;

    SignatureReader(SignatureScheme scheme) {
        this.scheme = scheme;
        String timestampKey = scheme.timestamp() instanceof TimestampRule.InList inList ? inList.key() : null;
        this.grammar = scheme.header()
                .fold(
                        SignatureReader::single,
                        list -> keyValueList(list, timestampKey),
                        SignatureReader::spaceList,
                        SignatureReader::numbered);
    }

    FoundSignatures read(Headers headers) {
        FoundSignatures found =
                new FoundSignatures(scheme.encoding(), scheme.algorithm().signatureBytes());
        grammar.accept(headers, found);
        return found;
    }

    private static BiConsumer<Headers, FoundSignatures> single(SignatureHeader.Single grammar) {
        return (headers, found) -> {
            String text = seen(headers.joined(grammar.header(), ','), found);
            if (text != null) {
                readSingle(text, grammar.prefix(), found);
            }
        };
    }

    private static void readSingle(String text, String prefix, FoundSignatures found) {
        int from = skipSpace(text, 0, text.length());
        if (text.startsWith(prefix, from)) {
            found.signature(text, from + prefix.length(), endWithoutSpace(text, from, text.length()));
        }
    }

    private static BiConsumer<Headers, FoundSignatures> keyValueList(
            SignatureHeader.KeyValueList grammar, @Nullable String timestampKey) {
        return (headers, found) -> {
            String text = seen(headers.joined(grammar.header(), grammar.separator()), found);
            if (text != null) {
                readList(text, grammar, timestampKey, found);
            }
        };
    }

    private static void readList(
            String text, SignatureHeader.KeyValueList grammar, @Nullable String timestampKey, FoundSignatures found) {
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf(grammar.separator(), at);
            if (end < 0) {
                end = text.length();
            }
            int from = skipSpace(text, at, end);
            int to = endWithoutSpace(text, from, end);
            if (isKey(text, from, to, grammar.signatureKey())) {
                found.signature(text, from + grammar.signatureKey().length() + 1, to);
            } else if (timestampKey != null && isKey(text, from, to, timestampKey)) {
                found.timestamp(text.substring(from + timestampKey.length() + 1, to));
            }
            at = end + 1;
        }
    }

    private static boolean isKey(String text, int from, int to, String key) {
        int equals = from + key.length();
        return equals < to && text.charAt(equals) == '=' && text.startsWith(key, from);
    }

    /**
     * Commas count as spaces: gateways add a space after the comma or cut the line there, and no signature contains
     * either. So the list is a row of words, and the word after a known version is its signature.
     */
    private static BiConsumer<Headers, FoundSignatures> spaceList(SignatureHeader.SpaceList grammar) {
        return (headers, found) -> {
            String text = seen(headers.joined(grammar.header(), ' '), found);
            if (text != null) {
                readSpaceList(text, grammar.version(), found);
            }
        };
    }

    private static void readSpaceList(String text, String version, FoundSignatures found) {
        boolean afterVersion = false;
        int at = 0;
        while (at < text.length()) {
            int from = at;
            while (at < text.length() && !isSpace(text.charAt(at)) && text.charAt(at) != ',') {
                at++;
            }
            if (at > from) {
                if (afterVersion) {
                    found.signature(text, from, at);
                }
                afterVersion = at - from == version.length() && text.startsWith(version, from);
            }
            at++;
        }
    }

    private static BiConsumer<Headers, FoundSignatures> numbered(SignatureHeader.Numbered grammar) {
        List<String> names = IntStream.rangeClosed(1, grammar.most())
                .mapToObj(number -> grammar.headerPrefix() + number)
                .toList();
        return (headers, found) -> {
            for (String name : names) {
                String text = seen(headers.joined(name, ','), found);
                if (text != null) {
                    readSingle(text, "", found);
                }
            }
        };
    }

    /** An empty header is no header. */
    private static @Nullable String seen(@Nullable String text, FoundSignatures found) {
        if (text == null || text.isBlank()) {
            return null;
        }
        found.headerSeen();
        return text;
    }

    private static int skipSpace(String text, int from, int to) {
        int at = from;
        while (at < to && isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int endWithoutSpace(String text, int from, int to) {
        int end = to;
        while (end > from && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }
}
