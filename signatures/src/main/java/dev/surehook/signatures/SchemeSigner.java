package dev.surehook.signatures;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the headers of one scheme. */
final class SchemeSigner {
    private final SignatureScheme scheme;
    private final SignedTemplate template;
    private final List<SigningKey> keys;

    SchemeSigner(SignatureScheme scheme, List<SigningKey> keys) {
        this.scheme = scheme;
        this.template = new SignedTemplate(scheme.signed());
        this.keys = scheme.signsWithAll() ? List.copyOf(keys) : List.of(keys.get(0));
    }

    /** Adds to the headers; a signature list that another scheme began is continued. */
    void sign(String id, Instant timestamp, SignedRequest request, Map<String, String> headers) {
        scheme.idHeader().ifPresent(header -> {
            requireId(id);
            headers.put(header, id);
        });
        String time = scheme.timestamp()
                .fold(
                        () -> "",
                        rule -> rule.unit().text(timestamp),
                        rule -> rule.unit().text(timestamp));
        if (scheme.timestamp() instanceof TimestampRule.InHeader inHeader) {
            headers.put(inHeader.header(), time);
        }
        byte[][] chunks = template.chunks(request, id, time);
        List<String> signatures = keys.stream()
                .map(key -> scheme.encoding().encode(key.sign(chunks)))
                .toList();
        write(signatures, time, headers);
    }

    private void write(List<String> signatures, String time, Map<String, String> headers) {
        scheme.header()
                .<Map<String, String>>fold(
                        single -> Map.of(single.header(), single.prefix() + signatures.get(0)),
                        list -> Map.of(list.header(), list(list, signatures, time)),
                        list -> Map.of(
                                list.header(),
                                list.version() + "," + String.join(" " + list.version() + ",", signatures)),
                        numbered -> numbered(numbered, signatures))
                .forEach((name, value) -> headers.merge(name, value, (begun, more) -> begun + " " + more));
    }

    private String list(SignatureHeader.KeyValueList list, List<String> signatures, String time) {
        StringBuilder text = new StringBuilder();
        if (scheme.timestamp() instanceof TimestampRule.InList inList) {
            text.append(inList.key()).append('=').append(time).append(list.separator());
        }
        String key = list.signatureKey() + "=";
        return text.append(key)
                .append(String.join(list.separator() + key, signatures))
                .toString();
    }

    private static Map<String, String> numbered(SignatureHeader.Numbered numbered, List<String> signatures) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 0; i < Math.min(signatures.size(), numbered.most()); i++) {
            headers.put(numbered.headerPrefix() + (i + 1), signatures.get(i));
        }
        return headers;
    }

    private static void requireId(String id) {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("the event id is empty; this provider sends it in a header");
        }
        Words.requireHeaderValue(id, "the event id");
    }
}
