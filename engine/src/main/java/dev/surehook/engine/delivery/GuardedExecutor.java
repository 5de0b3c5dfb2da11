package dev.surehook.engine.delivery;

import java.io.IOException;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Writes no byte for an attempt that has ended, tells the attempt that it has a connection, and knows proxies. */
final class GuardedExecutor extends HttpRequestExecutor {
    private final Optional<String> authorization;

    /** @param login shown to the proxy, where there is one that asks for it */
    GuardedExecutor(Optional<ForwardProxy.Login> login) {
        this.authorization = login.map(ForwardProxy.Login::authorization);
    }

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request,
            HttpClientConnection connection,
            HttpResponseInformationCallback information,
            HttpContext context)
            throws IOException, HttpException {
        Exchange exchange = Exchange.current();
        exchange.connected();
        boolean tunnel = Method.CONNECT.isSame(request.getMethod());
        if (tunnel) {
            authorization.ifPresent(value -> request.setHeader(HttpHeaders.PROXY_AUTHORIZATION, value));
        }
        ClassicHttpResponse response = answer(exchange, request, connection, information, context);
        // The client would hand the proxy's words out as if the receiver had said them.
        if (tunnel && response.getCode() != 200) {
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
