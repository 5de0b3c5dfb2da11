package dev.surehook.server.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers 204 to what is rightly signed and 401 to the rest, and keeps what came. */
final class VerifyingReceiver implements AutoCloseable {
    private final HttpServer server;
    private final Verifier verifier;
    final List<SignedRequest> requests = new CopyOnWriteArrayList<>();

    VerifyingReceiver(Provider provider, Secret secret) throws IOException {
        verifier = Verifier.of(provider, List.of(secret));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/in/it";
    }

    private void answer(HttpExchange exchange) throws IOException {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(value -> lines.add(Map.entry(name, value))));
        SignedRequest request =
                SignedRequest.post(Headers.of(lines), exchange.getRequestBody().readAllBytes());
        requests.add(request);
        exchange.sendResponseHeaders(verifier.verify(request, Instant.now()).isVerified() ? 204 : 401, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
