package dev.surehook.benchmarks.reference;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The signature check as it is written by hand from a platform's documentation. */
@Component
class YCloudSignature {

    private static final long TOLERANCE_SECONDS = 300;

    private final SecretKeySpec key;

    YCloudSignature(@Value("${YCLOUD_WEBHOOK_SECRET}") String secret) {
        this.key = new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256");
    }

    boolean matches(String header, byte[] body) {
        String timestamp = "";
        String signature = "";
        for (String part : header.split(",")) {
            String trimmed = part.trim();
            if (trimmed.startsWith("t=")) {
                timestamp = trimmed.substring(2);
            } else if (trimmed.startsWith("s=")) {
                signature = trimmed.substring(2);
            }
        }
        return isFresh(timestamp)
                && MessageDigest.isEqual(expected(timestamp, body).getBytes(UTF_8), signature.getBytes(UTF_8));
    }

    private static boolean isFresh(String timestamp) {
        try {
            return Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) <= TOLERANCE_SECONDS;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private String expected(String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update((timestamp + ".").getBytes(UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
