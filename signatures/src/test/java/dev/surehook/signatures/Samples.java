package dev.surehook.signatures;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Requests and signatures for tests; the signatures are computed beside the code under test. */
final class Samples {
    static final String YCLOUD_SECRET = "whsec_abc4147651944f02baf3be1eb45d33f1";
    static final String STANDARD_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    static final String ED25519_SECRET =
            "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";
    static final String ED25519_PUBLIC = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=";
    static final long NOW_SECONDS = 1_762_224_357L;
    static final Instant NOW = Instant.ofEpochSecond(NOW_SECONDS);
    static final byte[] BODY = "{\"id\":\"evt_1\",\"type\":\"contact.created\"}".getBytes(UTF_8);

    private Samples() {}

    static List<Secret> secrets(String... texts) {
        return List.of(texts).stream().map(Secret::of).toList();
    }

    static Verifier ycloud() {
        return Verifier.of(Providers.YCLOUD, secrets(YCLOUD_SECRET));
    }

    /** Verifies a YCloud request with the sample secret at {@link #NOW}. */
    static Verification ycloud(byte[] body, String... signatureHeaderLines) {
        return ycloud().verify(SignedRequest.post(headers("YCloud-Signature", signatureHeaderLines), body), NOW);
    }

    static Headers headers(String name, String... values) {
        return Headers.of(
                List.of(values).stream().map(value -> Map.entry(name, value)).toList());
    }

    /** The hex signature of {@code timestamp.body} under the sample secret. */
    static String sign(Object timestamp, byte[] body) {
        return hex(hmac("HmacSHA256", YCLOUD_SECRET.getBytes(UTF_8), (timestamp + ".").getBytes(UTF_8), body));
    }

    static String sign(byte[] body) {
        return sign(NOW_SECONDS, body);
    }

    static byte[] hmac(String algorithm, byte[] key, byte[]... chunks) {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            for (byte[] chunk : chunks) {
                mac.update(chunk);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** The reason's name, or VERIFIED. */
    static String outcome(Verification verification) {
        return verification.fold(
                verified -> "VERIFIED", rejected -> rejected.reason().name());
    }
}
