package dev.surehook.server.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The application behind Surehook in the demo: checks our signature, keeps what came, and can be down. */
final class DemoReceiver implements AutoCloseable {
    private final Verifier verifier;
    private final List<byte[]> taken = new CopyOnWriteArrayList<>();
    private final List<byte[]> refused = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private final int port;

    private DemoReceiver(Verifier verifier, HttpServer server) {
        this.verifier = verifier;
        this.server = server;
        this.port = server.getAddress().getPort();
    }

    static DemoReceiver start(Secret forwardSecret) throws IOException {
        DemoReceiver receiver =
                new DemoReceiver(Verifier.of(Providers.STANDARD_WEBHOOKS, List.of(forwardSecret)), listening(0));
        receiver.serve();
        return receiver;
    }

    String url() {
        return "http://127.0.0.1:" + port + "/webhook";
    }

    /** Nobody listens on the port any more. */
    void goDown() {
        server.stop(0);
    }

    void comeBack() throws IOException {
        server = listening(port);
        serve();
    }

    /** How often these very bytes were taken. */
    int timesTaken(byte[] body) {
        return count(taken, body);
    }

    int timesTaken() {
        return taken.size();
    }

    /** Requests whose signature was not ours. */
    int timesRefused() {
        return refused.size();
    }

    private static int count(List<byte[]> bodies, byte[] body) {
        return (int) bodies.stream().filter(one -> Arrays.equals(one, body)).count();
    }

    private static HttpServer listening(int port) throws IOException {
        return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    }

    private void serve() {
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(value -> lines.add(Map.entry(name, value))));
        byte[] body = exchange.getRequestBody().readAllBytes();
        boolean ours = verifier.verify(SignedRequest.post(Headers.of(lines), body), Instant.now())
                .isVerified();
        (ours ? taken : refused).add(body);
        exchange.sendResponseHeaders(ours ? 204 : 401, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
