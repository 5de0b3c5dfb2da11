package dev.surehook.signatures;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One way of signing a request, as data.
 *
 * @param signed what is signed, in order; the body is always part of it
 * @param encoding how signature bytes are written
 * @param header where the signatures stand
 * @param keyDecoding how the text of a secret becomes a key
 * @param timestamp where the timestamp stands
 * @param idHeader the header that carries the event's id, if there is one
 */
public record SignatureScheme(
        List<SignedPart> signed,
        Algorithm algorithm,
        Encoding encoding,
        SignatureHeader header,
        KeyDecoding keyDecoding,
        TimestampRule timestamp,
        Optional<String> idHeader) {

    public SignatureScheme {
        signed = List.copyOf(signed);
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(encoding, "encoding");
        Objects.requireNonNull(header, "header");
        Objects.requireNonNull(keyDecoding, "keyDecoding");
        Objects.requireNonNull(timestamp, "timestamp");
        idHeader.ifPresent(name -> Words.requireHeaderName(name, "id header"));
        if (!signed.contains(SignedPart.Field.BODY)) {
            throw new IllegalArgumentException("template must contain {body}, or a body could be exchanged unnoticed");
        }
        if (signed.contains(SignedPart.Field.ID) && idHeader.isEmpty()) {
            throw new IllegalArgumentException("template signs {id}; name the header that carries the id");
        }
        if (signed.contains(SignedPart.Field.TIMESTAMP) && timestamp instanceof TimestampRule.None) {
            throw new IllegalArgumentException("template signs {timestamp}; say where the timestamp stands");
        }
        if (timestamp instanceof TimestampRule.InList && !(header instanceof SignatureHeader.KeyValueList)) {
            throw new IllegalArgumentException("a timestamp key needs a signature header that is a key-value list");
        }
        if (timestamp instanceof TimestampRule.InList inList
                && header instanceof SignatureHeader.KeyValueList list
                && list.signatureKey().equals(inList.key())) {
            throw new IllegalArgumentException("timestamp key and signature key must differ");
        }
        if (keyDecoding == KeyDecoding.WHPK_WHSK_BASE64 && algorithm != Algorithm.ED25519) {
            throw new IllegalArgumentException("whpk_ and whsk_ keys belong to ed25519; choose another key decoding");
        }
    }

    /** Whether a sender with several secrets signs with each of them, or with the first only. */
    boolean signsWithAll() {
        return header.fold(single -> false, SignatureHeader.KeyValueList::severalSent, list -> true, numbered -> true);
    }

    SignatureScheme in(TimestampUnit unit) {
        return new SignatureScheme(signed, algorithm, encoding, header, keyDecoding, timestamp.in(unit), idHeader);
    }
}
