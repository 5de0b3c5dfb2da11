package dev.surehook.server.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Plays the API: answers what the test laid down for a request line, 404 to the rest. */
final class ScriptedApi implements AutoCloseable {
    static final String KEY = "sk_the_key_of_the_tests";

    private final HttpServer server;
    private final Map<String, byte[]> answers = new ConcurrentHashMap<>();
    final List<String> requests = new CopyOnWriteArrayList<>();

    ScriptedApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    ScriptedApi answer(String request, String json) {
        return answer(request, json.getBytes(StandardCharsets.UTF_8));
    }

    ScriptedApi answer(String request, byte[] bytes) {
        answers.put(request, bytes);
        return this;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().toString();
        requests.add(request);
        boolean known =
                List.of("Bearer " + KEY).equals(exchange.getRequestHeaders().get("Authorization"));
        byte[] answer = answers.get(request);
        int status = !known ? 401 : answer == null ? 404 : 200;
        byte[] body = status == 200 && answer != null
                ? answer
                : "{\"error\":\"no event of this\\u001b reference\"}".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
