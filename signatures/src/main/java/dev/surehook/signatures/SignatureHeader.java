package dev.surehook.signatures;

import java.util.function.Function;

/** The grammar of the header, or headers, that carry a scheme's signatures. */
public sealed interface SignatureHeader {

    <T> T fold(
            Function<Single, T> single,
            Function<KeyValueList, T> keyValueList,
            Function<SpaceList, T> spaceList,
            Function<Numbered, T> numbered);

    /** One signature and nothing else. */
    static SignatureHeader plain(String header) {
        return new Single(header, "");
    }

    /** One signature behind fixed text, such as {@code sha256=}. */
    static SignatureHeader prefixed(String header, String prefix) {
        return new Single(header, prefix);
    }

    /** One signature, behind a prefix that may be empty. */
    record Single(String header, String prefix) implements SignatureHeader {
        public Single {
            Words.requireHeaderName(header, "signature header");
            Words.requireHeaderValue(prefix, "signature prefix");
        }

        @Override
        public <T> T fold(
                Function<Single, T> single,
                Function<KeyValueList, T> keyValueList,
                Function<SpaceList, T> spaceList,
                Function<Numbered, T> numbered) {
            return single.apply(this);
        }
    }

    /**
     * Parts {@code key=value}; unknown keys are ignored, and any part with the signature key may match.
     *
     * @param separator {@code ,} or {@code ;}
     * @param signatureKey such as {@code v1}
     * @param severalSent whether a sender with several secrets writes a signature for each, or for the first only
     */
    record KeyValueList(String header, char separator, String signatureKey, boolean severalSent)
            implements SignatureHeader {
        public KeyValueList {
            Words.requireHeaderName(header, "signature header");
            if (separator != ',' && separator != ';') {
                throw new IllegalArgumentException("list separator must be , or ;");
            }
            Words.requireToken(signatureKey, "signature key");
        }

        @Override
        public <T> T fold(
                Function<Single, T> single,
                Function<KeyValueList, T> keyValueList,
                Function<SpaceList, T> spaceList,
                Function<Numbered, T> numbered) {
            return keyValueList.apply(this);
        }
    }

    /** Items {@code version,signature} with spaces between them; other versions are ignored. */
    record SpaceList(String header, String version) implements SignatureHeader {
        public SpaceList {
            Words.requireHeaderName(header, "signature header");
            Words.requireToken(version, "signature version");
        }

        @Override
        public <T> T fold(
                Function<Single, T> single,
                Function<KeyValueList, T> keyValueList,
                Function<SpaceList, T> spaceList,
                Function<Numbered, T> numbered) {
            return spaceList.apply(this);
        }
    }

    /**
     * One header for each signature: {@code X-Acme-Signature-1}, {@code X-Acme-Signature-2}, …
     *
     * @param headerPrefix the name up to the number, {@code X-Acme-Signature-}
     * @param most the highest number looked for, at most 100
     */
    record Numbered(String headerPrefix, int most) implements SignatureHeader {
        public Numbered {
            Words.requireHeaderName(headerPrefix, "signature header");
            if (most < 1 || most > 100) {
                throw new IllegalArgumentException("numbered signature headers go from 1 to at most 100");
            }
        }

        @Override
        public <T> T fold(
                Function<Single, T> single,
                Function<KeyValueList, T> keyValueList,
                Function<SpaceList, T> spaceList,
                Function<Numbered, T> numbered) {
            return numbered.apply(this);
        }
    }
}
