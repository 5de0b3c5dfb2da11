package dev.surehook.testkit.tls;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** As much of DER as a certificate needs. */
final class Der {
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;

    private Der() {}

    static byte[] of(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        int length = content.size();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        if (length >= 0x100) {
            all.write(0x82);
            all.write(length >> 8);
        } else if (length >= 0x80) {
            all.write(0x81);
        }
        all.write(length);
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }

    static byte[] text(int tag, String text) {
        return of(tag, text.getBytes(StandardCharsets.UTF_8));
    }

    /** @param encoded the content bytes of an object identifier */
    static byte[] oid(int... encoded) {
        byte[] bytes = new byte[encoded.length];
        for (int i = 0; i < encoded.length; i++) {
            bytes[i] = (byte) encoded[i];
        }
        return of(0x06, bytes);
    }
}
