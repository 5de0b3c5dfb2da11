package dev.surehook.server.http;

import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The end of an answer without a body. */
final class LastWrite {
    private LastWrite() {}

    /**
     * Sends status and headers and ends the request.
     *
     * <p>Not by {@code callback.succeeded()} alone: when that is called while another thread is about to return from
     * {@code handle}, Jetty 12.1 may end the stream twice, and the second time it is the next request's (jetty issue
     * 14745; its fix does not reach a response that is not committed yet). With a last write of its own the end is
     * decided under one lock.
     */
    static void of(Response response, Callback callback) {
        response.write(true, null, callback);
    }
}
