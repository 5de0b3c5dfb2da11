package dev.surehook.engine.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An AES-256 key and the id by which a sealed text names it. The id tells nothing of the key. */
record SealingKey(String id, SecretKeySpec key) {
    static final int BYTES = 32;

    private static final byte[] ID_INPUT = "surehook sealing key id".getBytes(StandardCharsets.US_ASCII);
    /** Enough that the few keys of one installation never share an id. */
    private static final int ID_BYTES = 6;

    static SealingKey of(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            byte[] id = Arrays.copyOf(mac.doFinal(ID_INPUT), ID_BYTES);
            return new SealingKey(HexFormat.of().formatHex(id), new SecretKeySpec(key, "AES"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
