package dev.surehook.server.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Takes a body that has arrived with its head. */
final class ArrivedBody {
    private ArrivedBody() {}

    /**
     * Fills {@code body}, which is as long as the request announced, with what has arrived.
     *
     * @return null when that was all; else the request with its whole body still to be read
     */
    static @Nullable Request read(Request request, byte[] body) {
        int length = 0;
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null || Content.Chunk.isFailure(chunk)) {
                return new Begun(request, ByteBuffer.wrap(body, 0, length), chunk);
            }
            int more = chunk.remaining();
            chunk.get(body, length, more);
            length += more;
            boolean last = chunk.isLast();
            chunk.release();
            if (last) {
                return null;
            }
        }
    }

    /** A request whose first bytes were read and are given out again. */
    private static final class Begun extends Request.Wrapper {
        private @Nullable ByteBuffer first;
        private Content.@Nullable Chunk next;

        private Begun(Request request, ByteBuffer first, Content.@Nullable Chunk next) {
            super(request);
            this.first = first.hasRemaining() ? first : null;
            this.next = next;
        }

        @Override
        public Content.Chunk read() {
            ByteBuffer begun = first;
            if (begun != null) {
                first = null;
                return Content.Chunk.from(begun, false);
            }
            Content.Chunk failure = next;
            if (failure != null) {
                next = null;
                return failure;
            }
            return super.read();
        }

        @Override
        public void demand(Runnable available) {
            if (first != null || next != null) {
                available.run();
            } else {
                super.demand(available);
            }
        }
    }
}
