package dev.surehook.server.http;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Errors have a status and no body: no page, no stack trace, no version of anything. For what Jetty refuses itself and
 * for what servlets report.
 */
final class QuietErrors extends ErrorHandler {

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        LastWrite.of(response, callback);
    }
}
