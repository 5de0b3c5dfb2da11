package dev.surehook.testkit.store;

import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.IntakeRules;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.source.SignedForm;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WithoutId;
import dev.surehook.engine.source.WorkRules;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Signer;
import dev.surehook.signatures.Verifier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A YCloud source and requests to it. */
public final class Requests {
    static final Secret SECRET = Secret.of("whsec_0123456789abcdef0123456789abcdef");

    private static final Signer SIGNER = Signer.of(Providers.YCLOUD, List.of(SECRET));

    private Requests() {}

    public static Source source(String name, Duration... retries) {
        return new Source(
                new SourceName(name),
                Providers.YCLOUD,
                Verifier.of(Providers.YCLOUD, List.of(SECRET), Duration.ofMinutes(5)),
                new IntakeRules(
                        IntakeRules.DEFAULT_MAX_BODY_BYTES,
                        SignedForm.WIRE,
                        true,
                        WithoutId.REFUSE,
                        List.of(),
                        List.of(),
                        Optional.empty()),
                new WorkRules(
                        new RetrySchedule(List.of(retries), 0),
                        4,
                        Duration.ofSeconds(10),
                        WorkRules.DEFAULT_RETENTION));
    }

    public static SignedRequest signed(String id) {
        byte[] body = ("{\"id\":\"" + id + "\",\"type\":\"sms.message.updated\"}").getBytes(StandardCharsets.UTF_8);
        Headers headers = SIGNER.sign(id, Instant.now(), "POST", "", body);
        return SignedRequest.post(headers, body);
    }
}
