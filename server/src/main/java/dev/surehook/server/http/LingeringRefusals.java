package dev.surehook.server.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Reads and forgets what a sender still writes after its request was refused. A connection that is closed with unread
 * bytes is reset, and a sender that writes everything before it reads would then see the reset instead of the answer.
 * The answer goes out before that, and only its formal end waits: with it Jetty gives the unread bytes up.
 */
final class LingeringRefusals extends Handler.Wrapper {
    /** What a fast sender writes before it notices, and 16 times the usual limit of a body. */
    static final long MOST_BYTES = 16L * 1024 * 1024;

    static final Duration LONGEST = Duration.ofSeconds(5);

    /** What is said before a body is read to its end. After 408 somebody else may still wait for the next byte. */
    private static final Set<Integer> EARLY = Set.of(
            HttpStatus.NOT_FOUND_404,
            HttpStatus.METHOD_NOT_ALLOWED_405,
            HttpStatus.PAYLOAD_TOO_LARGE_413,
            HttpStatus.NOT_IMPLEMENTED_501,
            HttpStatus.SERVICE_UNAVAILABLE_503);

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Rest rest = new Rest(request);
        return super.handle(new Looked(request, response, rest), new Lingering(request, response, rest), callback);
    }

    private static boolean isEarly(Response response) {
        return EARLY.contains(response.getStatus());
    }

    /** Leaves unread bytes to the lingering: Jetty would look for some, and then give the rest up. */
    private static final class Looked extends Request.Wrapper {
        private final Response response;
        private final Rest rest;

        Looked(Request request, Response response, Rest rest) {
            super(request);
            this.response = response;
            this.rest = rest;
        }

        @Override
        public boolean consumeAvailable() {
            return isEarly(response) ? rest.look() == Rest.Look.END : super.consumeAvailable();
        }
    }

    private static final class Lingering extends Response.Wrapper {
        private final Rest rest;

        Lingering(Request request, Response response, Rest rest) {
            super(request, response);
            this.rest = rest;
        }

        @Override
        public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
            if (last && isEarly(this) && rest.look() == Rest.Look.MORE) {
                Runnable end = () -> super.write(true, null, callback);
                super.write(false, content, Callback.from(() -> rest.readThen(end), callback::failed));
            } else {
                super.write(last, content, callback);
            }
        }
    }

    /** The rest of a body; a sender that goes silent meanwhile is cut by the connection's idle timeout. */
    private static final class Rest {
        private final Request request;
        private long deadline;
        private long read;

        Rest(Request request) {
            this.request = request;
        }

        enum Look {
            MORE,
            END,
            GIVEN_UP
        }

        void readThen(Runnable end) {
            if (look() == Look.MORE) {
                request.demand(() -> readThen(end));
            } else {
                end.run();
            }
        }

        /** Reads what is there. */
        Look look() {
            if (deadline == 0) {
                deadline = System.nanoTime() + LONGEST.toNanos();
            }
            while (true) {
                Content.Chunk chunk = request.read();
                if (chunk == null) {
                    return Look.MORE;
                }
                read += chunk.remaining();
                boolean failed = Content.Chunk.isFailure(chunk);
                boolean last = chunk.isLast();
                chunk.release();
                if (failed || read > MOST_BYTES || System.nanoTime() - deadline > 0) {
                    return Look.GIVEN_UP;
                }
                if (last) {
                    return Look.END;
                }
            }
        }
    }
}
