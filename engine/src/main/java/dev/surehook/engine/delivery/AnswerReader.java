package dev.surehook.engine.delivery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Hands an answer to its exchange as it comes. Its methods are called by one thread at a time. */
final class AnswerReader implements AsyncResponseConsumer<Boolean> {
    private final Exchange exchange;
    private @Nullable FutureCallback<Boolean> end;

    AnswerReader(Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public void consumeResponse(
            HttpResponse response,
            @Nullable EntityDetails body,
            HttpContext context,
            FutureCallback<Boolean> resultCallback)
            throws IOException {
        exchange.answered(response);
        if (body == null) {
            exchange.body().ended();
            resultCallback.completed(true);
        } else {
            end = resultCallback;
        }
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) {
        // 100 and its like say nothing about the end.
    }

    @Override
    public void updateCapacity(CapacityChannel capacity) throws IOException {
        capacity.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        if (!exchange.body().add(bytes)) {
            // What there is counts; the exception makes the client drop the connection.
            throw new IOException("more of an answer than anybody wants");
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        exchange.body().ended();
        if (end != null) {
            end.completed(true);
        }
    }

    @Override
    public void failed(Exception cause) {
        // The exchange hears of it by its own callback.
    }

    /** Called last, when the connection is free for the next exchange. */
    @Override
    public void releaseResources() {
        exchange.released();
    }
}
