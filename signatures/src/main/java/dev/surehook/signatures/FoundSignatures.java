package dev.surehook.signatures;

import java.util.ArrayList;
import java.util.List;

/** What one request's signature headers held: signatures of the right form, and timestamp texts. */
final class FoundSignatures {
    /** Far more than any rotation needs; bounds the work that one request can cause. */
    private static final int MOST = 100;

    private final Encoding encoding;
    private final int size;
    /** Of one signature and one timestamp, which is nearly always, without a list that could grow. */
    private List<byte[]> candidates = List.of();

    private List<String> timestamps = List.of();
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
        if (decoded == null) {
            return;
        }
        if (candidates.isEmpty()) {
            candidates = List.of(decoded);
        } else if (candidates.size() < MOST) {
            if (candidates.size() == 1) {
                candidates = new ArrayList<>(candidates);
            }
            candidates.add(decoded);
        }
    }

    void timestamp(String text) {
        timestamps = timestamps.isEmpty() ? List.of(text) : List.of(timestamps.get(0), text);
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
