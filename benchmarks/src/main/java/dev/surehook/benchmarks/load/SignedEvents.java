package dev.surehook.benchmarks.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * YCloud events of 1,024 bytes as complete HTTP/1.1 requests, each with an id of its own and signed when it is asked
 * for. One buffer is overwritten by every call, so that the client makes no garbage. Not thread-safe.
 */
public final class SignedEvents {

    public static final int BODY_BYTES = 1024;

    private static final byte[] HEX = "0123456789abcdef".getBytes(ISO_8859_1);
    private static final String ID_BLANK = "00000000-0000-4000-8000-000000000000";
    private static final String TIMESTAMP_BLANK = "0000000000";
    private static final String SIGNATURE_BLANK = "0".repeat(64);
    private static final long VERSION_4 = 0x4000L;
    private static final long VERSION_7 = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final byte[] request;
    private final int bodyAt;
    private final int idAt;
    private final int timestampAt;
    private final int signatureAt;
    private final byte[] digest = new byte[32];
    private final Mac mac;
    private final IdOrder order;
    private final SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
    private long ordinal;

    public SignedEvents(int port, String secret, IdOrder order) {
        String head = "POST /in/ycloud HTTP/1.1\r\n"
                + "Host: 127.0.0.1:" + port + "\r\n"
                + "User-Agent: surehook-benchmark\r\n"
                + "Content-Type: application/json\r\n"
                + "X-Webhook-Endpoint-ID: wh0123456789abcdef01234567\r\n"
                + "YCloud-Signature: t=" + TIMESTAMP_BLANK + ",s=" + SIGNATURE_BLANK + "\r\n"
                + "Content-Length: " + BODY_BYTES + "\r\n\r\n";
        this.request = (head + body()).getBytes(ISO_8859_1);
        this.bodyAt = head.length();
        this.idAt = bodyAt + "{\"id\":\"".length();
        this.timestampAt = head.indexOf("t=" + TIMESTAMP_BLANK) + 2;
        this.signatureAt = head.indexOf(SIGNATURE_BLANK);
        this.mac = keyed(secret);
        this.order = order;
    }

    /** The next event's request. The array belongs to this object and is overwritten by the next call. */
    public byte[] next() {
        long millis = System.currentTimeMillis();
        writeId(millis);
        writeDecimal(millis / 1000, timestampAt, TIMESTAMP_BLANK.length());
        sign();
        return request;
    }

    /** As {@link #next()}, but one byte of the body was altered after signing. */
    public byte[] nextTampered() {
        next();
        request[request.length - 5] ^= 1;
        byte[] tampered = request.clone();
        request[request.length - 5] ^= 1;
        return tampered;
    }

    private void writeId(long millis) {
        long low = VARIANT | (random.nextLong() >>> 2);
        long high = order == IdOrder.RANDOM
                ? (random.nextLong() & ~0xF000L) | VERSION_4
                : (millis << 16) | VERSION_7 | (ordinal++ & 0xFFFL);
        int at = writeHex(high, 60, 8, idAt) + 1;
        at = writeHex(high, 28, 4, at) + 1;
        at = writeHex(high, 12, 4, at) + 1;
        at = writeHex(low, 60, 4, at) + 1;
        writeHex(low, 44, 12, at);
    }

    private int writeHex(long value, int firstShift, int digits, int at) {
        for (int i = 0; i < digits; i++) {
            request[at + i] = HEX[(int) (value >>> (firstShift - 4 * i)) & 0xF];
        }
        return at + digits;
    }

    private void writeDecimal(long value, int at, int digits) {
        long rest = value;
        for (int i = digits - 1; i >= 0; i--) {
            request[at + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private void sign() {
        mac.update(request, timestampAt, TIMESTAMP_BLANK.length());
        mac.update((byte) '.');
        mac.update(request, bodyAt, BODY_BYTES);
        try {
            mac.doFinal(digest, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        for (int i = 0; i < digest.length; i++) {
            request[signatureAt + 2 * i] = HEX[digest[i] >> 4 & 0xF];
            request[signatureAt + 2 * i + 1] = HEX[digest[i] & 0xF];
        }
    }

    private static Mac keyed(String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String body() {
        String start =
                "{\"id\":\"" + ID_BLANK + "\",\"type\":\"whatsapp.inbound_message.received\",\"apiVersion\":\"v2\","
                        + "\"createTime\":\"2026-11-30T09:30:00.000Z\",\"whatsappInboundMessage\":{"
                        + "\"id\":\"63f1c0de5a7b8c9d0e1f2a3b\",\"wamid\":\"wamid.HBgNODYxMzgwMDAwMDAwMBUCABIY\","
                        + "\"wabaId\":\"1234567890123456\",\"from\":\"+447901614024\",\"to\":\"+447901614025\","
                        + "\"customerProfile\":{\"name\":\"Ada\"},\"sendTime\":\"2026-11-30T09:29:59.000Z\","
                        + "\"type\":\"text\",\"text\":{\"body\":\"";
        String end = "\"}}}";
        String words = "Could you tell me when my order arrives? ";
        int room = BODY_BYTES - start.length() - end.length();
        return start + words.repeat(room / words.length() + 1).substring(0, room) + end;
    }
}
