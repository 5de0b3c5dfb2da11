package dev.surehook.engine.delivery;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, run on a thread that may be left behind. The answer is visible to others as soon as its
 * head is read: a body that never ends changes nothing about the status.
 */
final class Exchange implements Callable<@Nullable Void> {
    /** The body is read only so that the connection can be used again; past this it is cheaper to drop the connection. */
    private static final int MOST_BODY_BYTES = 64 * 1_024;

    private final HttpClient client;
    private final HttpPost request;
    private volatile boolean started;
    private volatile @Nullable Answer answer;

    Exchange(HttpClient client, HttpPost request) {
        this.client = client;
        this.request = request;
    }

    @Override
    public @Nullable Void call() throws IOException {
        started = true;
        HttpHost host = new HttpHost(
                request.getScheme(),
                request.getAuthority().getHostName(),
                request.getAuthority().getPort());
        try (ClassicHttpResponse response = client.executeOpen(host, request, HttpClientContext.create())) {
            Header retryAfter = response.getFirstHeader("Retry-After");
            answer = new Answer(response.getCode(), retryAfter == null ? null : retryAfter.getValue());
            drain(response.getEntity());
        }
        return null;
    }

    private void drain(@Nullable HttpEntity entity) throws IOException {
        if (entity == null) {
            return;
        }
        byte[] buffer = new byte[4_096];
        InputStream in = entity.getContent();
        int total = 0;
        // At its end the stream gives the connection back by itself.
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            total += read;
            if (total > MOST_BODY_BYTES) {
                // Cancel before anything is closed: closing a stream would read the rest of it first.
                cancel();
                return;
            }
        }
    }

    /** Closes the connection under whoever waits on it. From any thread, at any time, as often as wanted. */
    void cancel() {
        request.cancel();
    }

    boolean started() {
        return started;
    }

    Optional<Answer> answer() {
        return Optional.ofNullable(answer);
    }
}
