package dev.surehook.server.http;

import java.nio.charset.Charset;
import java.util.List;
import org.eclipse.jetty.ee11.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** {@link QuietErrors} for what servlets report. */
final class QuietContextErrors extends ErrorPageErrorHandler {

    @Override
    protected boolean generateAcceptableResponse(
            Request request,
            Response response,
            Callback callback,
            String contentType,
            List<Charset> charsets,
            int code,
            @Nullable String message,
            @Nullable Throwable cause) {
        callback.succeeded();
        return true;
    }
}
