package dev.surehook.benchmarks.signatures;

import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What the benchmark's events share. */
final class Bodies {

    /** A body of 1,024 ASCII bytes. */
    static final String TEXT = text();

    private Bodies() {}

    /** A verifier that is known to accept {@code request}: a benchmark of refusals would look fast. */
    static Verifier accepting(Provider provider, String secret, SignedRequest request) {
        Verifier verifier = Verifier.of(provider, List.of(Secret.of(secret)), Duration.ofMinutes(5));
        if (!verifier.verify(request, Instant.now()).isVerified()) {
            throw new IllegalStateException("the benchmark's event is refused");
        }
        return verifier;
    }

    private static String text() {
        String start = "{\"id\":\"evt_0123456789abcdef\",\"type\":\"message.updated\",\"text\":\"";
        return start + "x".repeat(1024 - start.length() - 2) + "\"}";
    }
}
