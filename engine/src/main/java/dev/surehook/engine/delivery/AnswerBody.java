package dev.surehook.engine.delivery;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The beginning of an answer's body, whatever its bytes are. The thread that fills it may be left behind while another
 * takes what has come.
 */
final class AnswerBody {
    /** The rest is read only so that the connection can be used again; past this it is cheaper to drop it. */
    private static final int MOST_BYTES_READ = 64 * 1_024;

    private final byte[] kept = new byte[HttpSender.MOST_ANSWER_BYTES];
    private int length;
    private boolean whole;

    /** @return whether the body came to its end; if not, the connection is of no use any more */
    boolean readFrom(InputStream in) throws IOException {
        byte[] buffer = new byte[4_096];
        int total = 0;
        // At its end the stream gives the connection back by itself.
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            keep(buffer, read);
            total += read;
            if (total > MOST_BYTES_READ) {
                return false;
            }
        }
        ended(total);
        return true;
    }

    private synchronized void keep(byte[] buffer, int count) {
        int room = Math.min(count, kept.length - length);
        System.arraycopy(buffer, 0, kept, length, room);
        length += room;
    }

    /** @param total of which what was kept may be the beginning */
    synchronized void ended(int total) {
        whole = total == length;
    }

    synchronized byte[] bytes() {
        return Arrays.copyOf(kept, length);
    }

    synchronized boolean isWhole() {
        return whole;
    }
}
