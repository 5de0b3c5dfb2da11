package dev.surehook.signatures;

import dev.surehook.signatures.Verification.Reason;
import dev.surehook.signatures.Verification.Rejected;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks requests against one scheme: form first, then the signature, and the time only of what is signed. */
final class SchemeVerifier {
    private final @Nullable String signedIdHeader;
    private final SignatureReader reader;
    private final SignedTemplate template;
    private final SchemeClock clock;
    private final List<PreparedKeys.Indexed> keys;
    private final Rejected missing;
    private final Rejected malformed;

    SchemeVerifier(SignatureScheme scheme, List<PreparedKeys.Indexed> keys, Duration tolerance) {
        this.reader = new SignatureReader(scheme);
        this.template = new SignedTemplate(scheme.signed());
        this.clock = new SchemeClock(scheme.timestamp(), tolerance);
        this.keys = List.copyOf(keys);
        this.signedIdHeader =
                template.contains(SignedPart.Field.ID) ? scheme.idHeader().orElseThrow() : null;
        String header = scheme.header()
                .fold(
                        SignatureHeader.Single::header,
                        SignatureHeader.KeyValueList::header,
                        SignatureHeader.SpaceList::header,
                        numbered -> numbered.headerPrefix() + "1");
        this.missing = new Rejected(Reason.SIGNATURE_MISSING, "the request has no header " + header);
        this.malformed = new Rejected(
                Reason.SIGNATURE_MALFORMED, "header " + header + " holds no signature of the form that is expected");
    }

    Verification verify(SignedRequest request, Instant now) {
        Headers headers = request.headers();
        FoundSignatures found = reader.read(headers);
        if (found.candidates().isEmpty()) {
            return found.headerPresent() ? malformed : missing;
        }
        String id = "";
        if (signedIdHeader != null) {
            List<String> ids = headers.values(signedIdHeader);
            if (ids.size() != 1 || ids.get(0).isBlank()) {
                return new Rejected(Reason.ID_MISSING, "header " + signedIdHeader + " must stand exactly once");
            }
            id = SchemeClock.trim(ids.get(0));
        }
        List<String> timestamps = clock.texts(headers, found);
        Rejected formProblem = clock.formProblem(timestamps);
        if (formProblem != null) {
            return formProblem;
        }
        byte[][] chunks = template.chunks(request, id, timestamps.isEmpty() ? "" : timestamps.get(0));
        for (PreparedKeys.Indexed indexed : keys) {
            if (indexed.key().matchesAny(chunks, found.candidates())) {
                return clock.judge(indexed.secretIndex(), timestamps, now);
            }
        }
        return new Rejected(
                Reason.SIGNATURE_MISMATCH, "no signature fits; check the secret, and that nothing changes the body");
    }
}
