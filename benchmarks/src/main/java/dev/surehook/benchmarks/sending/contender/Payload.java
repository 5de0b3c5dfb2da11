package dev.surehook.benchmarks.sending.contender;

import dev.surehook.benchmarks.sending.sink.Stamp;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Signer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** What every contender sends, and signs with. */
final class Payload {
    static final int BYTES = 1_024;
    static final Secret SECRET = Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    private static final String TEXT = "Your parcel is on its way and arrives on Thursday. ";

    private Payload() {}

    static Signer signer() {
        return Signer.of(Providers.STANDARD_WEBHOOKS, List.of(SECRET));
    }

    static byte[] unstamped() {
        return bytes(0);
    }

    static byte[] stampedNow() {
        return bytes(Stamp.of(Instant.now()));
    }

    private static byte[] bytes(long stamp) {
        String start = Stamp.FIELD + stamp + ",\"type\":\"parcel.sent\",\"text\":\"";
        int room = BYTES - start.length() - 2;
        String text = TEXT.repeat(room / TEXT.length() + 1).substring(0, room);
        return (start + text + "\"}").getBytes(StandardCharsets.US_ASCII);
    }
}
