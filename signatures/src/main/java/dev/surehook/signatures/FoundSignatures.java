package dev.surehook.signatures;

import java.util.ArrayList;
import java.util.List;

/** What one request's signature headers held: signatures of the right form, and timestamp texts. */
final class FoundSignatures {
    /** Far more than any rotation needs; bounds the work that one request can cause. */
    private static final int MOST = 100;

    private final Encoding encoding;
    private final int size;
    private final List<byte[]> candidates = new ArrayList<>(2);
    private final List<String> timestamps = new ArrayList<>(1);
    private boolean headerPresent;

    FoundSignatures(Encoding encoding, int size) {
        this.encoding = encoding;
        this.size = size;
    }

    void headerSeen() {
        headerPresent = true;
    }

    /** A signature that is not of the right form is passed over: another one beside it may be. */
    void signature(String text, int from, int to) {
        byte[] decoded = encoding.decode(text, from, to, size);
        if (decoded != null && candidates.size() < MOST) {
            candidates.add(decoded);
        }
    }

    void timestamp(String text) {
        if (timestamps.size() < 2) {
            timestamps.add(text);
        }
    }

    boolean headerPresent() {
        return headerPresent;
    }

    List<byte[]> candidates() {
        return candidates;
    }

    /** Two stand for two or more. */
    List<String> timestamps() {
        return timestamps;
    }
}
