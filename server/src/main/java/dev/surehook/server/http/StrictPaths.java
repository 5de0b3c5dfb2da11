package dev.surehook.server.http;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers 404 to paths that can be read in two ways ({@code %2F}, {@code //}, {@code /../}, {@code ;x}): nothing of ours
 * has such a name, and no filter behind this has to guess.
 */
final class StrictPaths extends Handler.Wrapper {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getHttpURI().hasViolations()) {
            response.setStatus(HttpStatus.NOT_FOUND_404);
            LastWrite.of(response, callback);
            return true;
        }
        return super.handle(request, response, callback);
    }
}
