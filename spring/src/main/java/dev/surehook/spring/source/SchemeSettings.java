package dev.surehook.spring.source;

import dev.surehook.signatures.Algorithm;
import dev.surehook.signatures.Encoding;
import dev.surehook.signatures.KeyDecoding;
import dev.surehook.signatures.TimestampUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A signature scheme of one's own, for a platform that is not built in.
 *
 * @param signed what is signed: {@code {body}}, {@code {timestamp}.{body}}, …
 * @param header the header with the signature
 * @param prefix fixed text before a single signature, {@code sha256=}
 * @param signatureKey set when the header is a list {@code t=…,v1=…}: the key of the signature
 * @param separator between the parts of such a list
 * @param version set when the header is a list {@code v1,… v1,…} with spaces: the version to read
 * @param timestampHeader where the timestamp is, when it has a header of its own
 * @param timestampKey where the timestamp is within a list
 * @param idHeader a header whose value is signed as {@code {id}}
 * @param id places of the event id, {@code header:X-Id} or {@code json:data.id}; the first with a text wins
 * @param type places of the event type, likewise
 */
public record SchemeSettings(
        @DefaultValue("{body}") String signed,
        @DefaultValue("hmac-sha256") Algorithm algorithm,
        @DefaultValue("hex") Encoding encoding,
        @DefaultValue("") String header,
        @DefaultValue("") String prefix,
        @Nullable String signatureKey,
        @DefaultValue(",") String separator,
        @Nullable String version,
        @DefaultValue("utf8") KeyDecoding keyDecoding,
        @Nullable String timestampHeader,
        @Nullable String timestampKey,
        @DefaultValue("seconds") TimestampUnit timestampUnit,
        @Nullable String idHeader,
        @DefaultValue List<String> id,
        @DefaultValue List<String> type) {

    public SchemeSettings {
        id = List.copyOf(id);
        type = List.copyOf(type);
    }
}
