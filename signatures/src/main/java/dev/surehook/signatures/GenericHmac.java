package dev.surehook.signatures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a provider from configuration texts, for platforms that are not built in. Every setting but the name and the
 * signature header has a default. Words such as {@code hmac-sha256} are read without regard to case, dashes and
 * underscores. Not thread-safe; the provider it makes is.
 *
 * <p>Setters throw {@link IllegalArgumentException} with one line that names the allowed values; what does not fit
 * together is found by {@link #provider()}.
 */
public final class GenericHmac {
    private static final int MOST_NUMBERED = 100;

    private enum Grammar {
        PLAIN,
        PREFIX,
        LIST,
        SPACE_LIST,
        NUMBERED
    }

    private final String name;
    private final List<Locator> id = new ArrayList<>();
    private final List<Locator> type = new ArrayList<>();
    private @Nullable String signatureHeader;
    private Grammar grammar = Grammar.PLAIN;
    private @Nullable String prefix;
    private @Nullable String signatureKey;
    private char separator = ',';
    private @Nullable String timestampKey;
    private @Nullable String timestampHeader;
    private @Nullable String idHeader;
    private TimestampUnit timestampUnit = TimestampUnit.SECONDS;
    private List<SignedPart> template = SignedPart.template("{body}");
    private Algorithm algorithm = Algorithm.HMAC_SHA256;
    private Encoding encoding = Encoding.HEX;
    private KeyDecoding keyDecoding = KeyDecoding.UTF8;
    private boolean idRequired;
    private boolean typeRequired;
    private boolean bodyMustBeJson;
    private Duration tolerance = Duration.ofMinutes(5);

    private GenericHmac(String name) {
        this.name = name;
    }

    public static GenericHmac named(String name) {
        return new GenericHmac(name);
    }

    /** The header that carries the signature; for the grammar {@code numbered} the name up to the number. */
    public GenericHmac signatureHeader(String header) {
        this.signatureHeader = header;
        return this;
    }

    /** One of plain (the default), prefix, list, space-list, numbered. */
    public GenericHmac grammar(String word) {
        this.grammar = word(Grammar.class, "grammar", word);
        return this;
    }

    /** For the grammar {@code prefix}: the text before the signature, such as {@code sha256=}. */
    public GenericHmac prefix(String prefix) {
        this.prefix = prefix;
        return this;
    }

    /** For {@code list} the key of signatures, such as {@code v1}; for {@code space-list} their version. */
    public GenericHmac signatureKey(String key) {
        this.signatureKey = key;
        return this;
    }

    /** For the grammar {@code list}: a comma (the default) or a semicolon. */
    public GenericHmac separator(String separator) {
        if (!separator.equals(",") && !separator.equals(";")) {
            throw new IllegalArgumentException("separator must be , or ;");
        }
        this.separator = separator.charAt(0);
        return this;
    }

    /** For the grammar {@code list}: the key of the timestamp in the signature header, such as {@code t}. */
    public GenericHmac timestampKey(String key) {
        this.timestampKey = key;
        return this;
    }

    /** The header that carries the timestamp, where it has one of its own. */
    public GenericHmac timestampHeader(String header) {
        this.timestampHeader = header;
        return this;
    }

    /** seconds (the default) or millis. */
    public GenericHmac timestampUnit(String word) {
        this.timestampUnit = word(TimestampUnit.class, "timestamp unit", word);
        return this;
    }

    /** What is signed, such as {@code {timestamp}.{body}}; the default is {@code {body}}. */
    public GenericHmac template(String template) {
        this.template = SignedPart.template(template);
        return this;
    }

    /** hmac-sha1, hmac-sha256 (the default), hmac-sha512 or ed25519. */
    public GenericHmac algorithm(String word) {
        this.algorithm = word(Algorithm.class, "algorithm", word);
        return this;
    }

    /** hex (the default) or base64. */
    public GenericHmac encoding(String word) {
        this.encoding = word(Encoding.class, "encoding", word);
        return this;
    }

    /** utf8 (the default), hex, base64, whsec-base64 or whpk-whsk-base64. */
    public GenericHmac keyDecoding(String word) {
        this.keyDecoding = word(KeyDecoding.class, "key decoding", word);
        return this;
    }

    /** A header with the event's id; the one named first is the id that {@code {id}} signs. */
    public GenericHmac idHeader(String header) {
        id.add(Locator.header(header));
        if (idHeader == null) {
            idHeader = header;
        }
        return this;
    }

    /** The event's id in a JSON body, such as {@code data.id}. */
    public GenericHmac idJsonPath(String path) {
        id.add(Locator.json(path));
        return this;
    }

    public GenericHmac typeHeader(String header) {
        type.add(Locator.header(header));
        return this;
    }

    public GenericHmac typeJsonPath(String path) {
        type.add(Locator.json(path));
        return this;
    }

    /** Whether an event without an id is malformed; the default is no. */
    public GenericHmac idRequired(boolean required) {
        this.idRequired = required;
        return this;
    }

    /** Whether an event without a type is malformed; the default is no. */
    public GenericHmac typeRequired(boolean required) {
        this.typeRequired = required;
        return this;
    }

    /** Whether any other body is malformed; the default is no. */
    public GenericHmac bodyMustBeJson(boolean required) {
        this.bodyMustBeJson = required;
        return this;
    }

    /** How far a timestamp may lie from now, in both directions; the default is five minutes. */
    public GenericHmac tolerance(Duration tolerance) {
        this.tolerance = tolerance;
        return this;
    }

    /**
     * The provider.
     *
     * @throws IllegalArgumentException with one line that says which settings do not fit together
     */
    public Provider provider() {
        SignatureScheme scheme = new SignatureScheme(
                template,
                algorithm,
                encoding,
                header(required(signatureHeader, "signature header")),
                keyDecoding,
                timestamp(),
                Optional.ofNullable(idHeader));
        Identity identity = new Identity(id, type, idRequired, typeRequired, bodyMustBeJson, Optional.empty());
        return new Provider(name, List.of(scheme), identity, tolerance);
    }

    private SignatureHeader header(String header) {
        if (prefix != null && grammar != Grammar.PREFIX) {
            throw new IllegalArgumentException("a signature prefix needs grammar prefix");
        }
        if (signatureKey != null && grammar != Grammar.LIST && grammar != Grammar.SPACE_LIST) {
            throw new IllegalArgumentException("a signature key needs grammar list or space-list");
        }
        return switch (grammar) {
            case PLAIN -> SignatureHeader.plain(header);
            case PREFIX -> SignatureHeader.prefixed(header, required(prefix, "prefix"));
            case LIST ->
                new SignatureHeader.KeyValueList(header, separator, required(signatureKey, "signature key"), true);
            case SPACE_LIST -> new SignatureHeader.SpaceList(header, required(signatureKey, "signature key"));
            case NUMBERED -> new SignatureHeader.Numbered(header, MOST_NUMBERED);
        };
    }

    private TimestampRule timestamp() {
        if (timestampKey != null && timestampHeader != null) {
            throw new IllegalArgumentException("set a timestamp key or a timestamp header, not both");
        }
        if (timestampKey != null) {
            return new TimestampRule.InList(timestampKey, timestampUnit);
        }
        return timestampHeader == null
                ? new TimestampRule.None()
                : new TimestampRule.InHeader(timestampHeader, timestampUnit);
    }

    private static String required(@Nullable String value, String what) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(what + " is missing; set it");
        }
        return value;
    }

    private static <E extends Enum<E>> E word(Class<E> words, String what, String text) {
        for (E word : words.getEnumConstants()) {
            if (plain(word.name()).equals(plain(text))) {
                return word;
            }
        }
        String allowed = Stream.of(words.getEnumConstants())
                .map(word -> word.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
        throw new IllegalArgumentException(what + " \"" + text + "\" is not known; use one of " + allowed);
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
    }
}
