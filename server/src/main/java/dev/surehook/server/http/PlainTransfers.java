package dev.surehook.server.http;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers 501 to a body that was compressed for the transfer ({@code Transfer-Encoding: gzip, chunked}), as RFC 9112,
 * section 6.1, has it: nobody here takes that coding off, so the bytes would not be those that were signed.
 */
final class PlainTransfers extends Handler.Wrapper {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        boolean understood = request.getHeaders().getValuesList(HttpHeader.TRANSFER_ENCODING).stream()
                .allMatch("chunked"::equalsIgnoreCase);
        if (!understood) {
            response.setStatus(HttpStatus.NOT_IMPLEMENTED_501);
            LastWrite.of(response, callback);
            return true;
        }
        return super.handle(request, response, callback);
    }
}
