package dev.surehook.engine.delivery;

import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Writes no byte for an attempt that has ended, tells the attempt that it has a connection, and knows proxies. */
final class GuardedExecutor extends HttpRequestExecutor {
    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request,
            HttpClientConnection connection,
            HttpResponseInformationCallback information,
            HttpContext context)
            throws IOException, HttpException {
        Exchange exchange = Exchange.current();
        exchange.connected();
        ClassicHttpResponse response = answer(exchange, request, connection, information, context);
        // The client would hand the proxy's words out as if the receiver had said them.
        if (Method.CONNECT.isSame(request.getMethod()) && response.getCode() != 200) {
            throw new ProxyRefused(response.getCode());
        }
        return response;
    }

    private ClassicHttpResponse answer(
            Exchange exchange,
            ClassicHttpRequest request,
            HttpClientConnection connection,
            HttpResponseInformationCallback information,
            HttpContext context)
            throws IOException, HttpException {
        String origin = exchange.origin();
        try {
            ClassicHttpResponse response = super.execute(request, connection, information, context);
            exchange.steadyHosts()
                    .answered(origin, connection.getEndpointDetails().getResponseCount());
            return response;
        } catch (IOException | HttpException e) {
            exchange.steadyHosts().failed(origin);
            throw e;
        }
    }
}
