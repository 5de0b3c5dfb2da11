package dev.surehook.testkit.provider;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** Posts requests over HTTP/1.1 without following redirects. Thread-safe. */
public final class HttpSender {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration TOTAL = Duration.ofSeconds(30);

    private final HttpClient client;

    public HttpSender() {
        client = builder().build();
    }

    /** @param trusted decides which servers are believed to be who they say */
    public HttpSender(SSLContext trusted) {
        client = builder().sslContext(trusted).build();
    }

    private static HttpClient.Builder builder() {
        // 1.1: on plain HTTP the client would otherwise ask for an upgrade, which no provider does.
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT);
    }

    /**
     * Sends one request and waits for the answer, at most 30 s.
     *
     * @throws IOException if there is no answer
     */
    public Answer post(URI to, ProviderRequest request) throws IOException {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(to).timeout(TOTAL).POST(BodyPublishers.ofByteArray(request.body()));
        request.headers().lines().forEach(line -> builder.header(line.getKey(), line.getValue()));
        long start = System.nanoTime();
        try {
            HttpResponse<String> response = client.send(builder.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body(), Duration.ofNanos(System.nanoTime() - start));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for " + to.getHost());
        }
    }
}
