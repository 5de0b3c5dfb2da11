package dev.surehook.spring.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** One request's body while it arrives. One thread reads at a time; any thread may close. */
final class BodyBuffer {
    private static final int FIRST = 8_192;
    private static final int CHUNK = 16_384;
    private static final byte[] NONE = {};

    private final int limit;
    private final long announced;
    private final BodyBudget budget;
    private byte[] bytes = NONE;
    private int length;
    private long taken;
    private boolean closed;

    /** @param announced the Content-Length, or -1 */
    BodyBuffer(int limit, long announced, BodyBudget budget) {
        this.limit = limit;
        this.announced = announced;
        this.budget = budget;
    }

    /** What a read led to. */
    enum Step {
        MORE,
        END,
        TOO_LARGE,
        NO_MEMORY
    }

    /** Reads once; on a servlet stream that is ready this does not block. */
    synchronized Step readOnce(InputStream in) throws IOException {
        if (closed) {
            return Step.END;
        }
        if (length == bytes.length) {
            // One byte over the limit is enough to know.
            int wanted = (int) Math.min((long) limit + 1, nextSize());
            int more = wanted - bytes.length;
            if (!budget.take(more)) {
                return Step.NO_MEMORY;
            }
            taken += more;
            bytes = Arrays.copyOf(bytes, wanted);
        }
        int read = in.read(bytes, length, Math.min(CHUNK, bytes.length - length));
        if (read < 0) {
            return Step.END;
        }
        length += read;
        return length > limit ? Step.TOO_LARGE : Step.MORE;
    }

    /** The announced size at once where it is small, so that the usual body is read without copying. */
    private long nextSize() {
        if (bytes.length == 0) {
            return announced >= 0 && announced <= FIRST ? announced + 1 : FIRST;
        }
        return bytes.length * 2L;
    }

    synchronized int length() {
        return length;
    }

    synchronized byte[] body() {
        return Arrays.copyOf(bytes, length);
    }

    /** Gives the memory back to the budget; the body is another copy. */
    synchronized void close() {
        budget.giveBack(taken);
        taken = 0;
        closed = true;
        bytes = NONE;
        length = 0;
    }
}
