package dev.surehook.engine.inbox;

import dev.surehook.signatures.Headers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** How a body is compressed. Only gzip is read; anything else is an answer of its own, never a guess. */
enum ContentEncoding {
    IDENTITY,
    GZIP,
    UNKNOWN;

    private static final String NOT_GZIP = "the body is not the gzip that its Content-Encoding announces";

    static ContentEncoding of(Headers headers) {
        List<String> values = headers.values("Content-Encoding");
        if (values.isEmpty()) {
            return IDENTITY;
        }
        String coding = String.join(",", values).strip().toLowerCase(Locale.ROOT);
        return switch (coding) {
            case "", "identity" -> IDENTITY;
            case "gzip", "x-gzip" -> GZIP;
            default -> UNKNOWN;
        };
    }

    /** The body without its compression, at most {@code limit} bytes of it. */
    byte[] decode(byte[] wire, int limit) throws Unreadable, TooLargeDecoded {
        return switch (this) {
            case IDENTITY -> wire;
            case GZIP -> gunzip(wire, limit);
            case UNKNOWN -> throw new Unreadable("only gzip is read");
        };
    }

    private static byte[] gunzip(byte[] wire, int limit) throws Unreadable, TooLargeDecoded {
        // Counted first and kept second: a buffer that grows would hold three times the limit for a moment.
        byte[] plain = new byte[lengthOf(wire, limit)];
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(wire))) {
            int read = in.readNBytes(plain, 0, plain.length);
            if (read != plain.length) {
                throw new Unreadable(NOT_GZIP);
            }
        } catch (IOException e) {
            throw new Unreadable(NOT_GZIP);
        }
        return plain;
    }

    private static int lengthOf(byte[] wire, int limit) throws Unreadable, TooLargeDecoded {
        int length = 0;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(wire))) {
            byte[] buffer = new byte[8_192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (read > limit - length) {
                    throw new TooLargeDecoded();
                }
                length += read;
            }
        } catch (IOException e) {
            throw new Unreadable(NOT_GZIP);
        }
        return length;
    }

    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;

        Unreadable(String message) {
            super(message, null, false, false);
        }
    }

    /** More bytes than the source allows came out of the compressed body. */
    static final class TooLargeDecoded extends Exception {
        private static final long serialVersionUID = 1;

        TooLargeDecoded() {
            super(null, null, false, false);
        }
    }
}
