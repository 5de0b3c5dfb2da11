package dev.surehook.engine.delivery;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The beginning of an answer's body, whatever its bytes are. Thread-safe: it may be asked for while more comes. */
final class AnswerBody {
    /** The rest is read only so that the connection can be used again; past this it is cheaper to drop it. */
    private static final int MOST_BYTES_READ = 64 * 1_024;

    private static final byte[] NOTHING = new byte[0];

    private byte[] kept = NOTHING;
    private int length;
    private int total;
    private boolean whole;

    /** @return whether the connection is still worth reading from */
    synchronized boolean add(ByteBuffer bytes) {
        total += bytes.remaining();
        int room = Math.min(bytes.remaining(), HttpSender.MOST_ANSWER_BYTES - length);
        if (room > 0) {
            if (kept.length < length + room) {
                kept = Arrays.copyOf(kept, HttpSender.MOST_ANSWER_BYTES);
            }
            bytes.get(kept, length, room);
            length += room;
        }
        bytes.position(bytes.limit());
        return total <= MOST_BYTES_READ;
    }

    /** There is no more. */
    synchronized void ended() {
        whole = total == length;
    }

    synchronized byte[] bytes() {
        return Arrays.copyOf(kept, length);
    }

    synchronized boolean isWhole() {
        return whole;
    }
}
