package dev.surehook.spring.ingest;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Reads a body as it arrives. Exactly one of these ends the request: the last byte, a failure, the deadline. */
final class ArrivingBody implements ReadListener {
    private final AsyncContext async;
    private final ServletInputStream in;
    private final BodyBuffer buffer;
    private final End end;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable Future<?> deadline;

    /** Answers the request. */
    interface End {
        void reached(BodyBuffer.Step step) throws IOException;
    }

    ArrivingBody(AsyncContext async, ServletInputStream in, BodyBuffer buffer, End end) {
        this.async = async;
        this.in = in;
        this.buffer = buffer;
        this.end = end;
    }

    void endBy(ScheduledExecutorService deadlines, Duration after) {
        deadline = deadlines.schedule(this::tooSlow, after.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void onDataAvailable() throws IOException {
        while (!ended.get() && in.isReady() && !in.isFinished()) {
            BodyBuffer.Step step = buffer.readOnce(in);
            if (step == BodyBuffer.Step.TOO_LARGE || step == BodyBuffer.Step.NO_MEMORY) {
                end(step);
            }
        }
    }

    @Override
    public void onAllDataRead() {
        end(BodyBuffer.Step.END);
    }

    private void end(BodyBuffer.Step step) {
        if (!claimEnd()) {
            return;
        }
        try {
            end.reached(step);
        } catch (IOException | RuntimeException | Error e) {
            LoggerFactory.getLogger(ArrivingBody.class).error("a request failed by a defect", e);
            Answer.FAILED.write((HttpServletResponse) async.getResponse());
        } finally {
            buffer.close();
            async.complete();
        }
    }

    private void tooSlow() {
        if (claimEnd()) {
            buffer.close();
            Answer.TOO_SLOW.write((HttpServletResponse) async.getResponse());
            async.complete();
        }
    }

    /** The sender went away in the middle of its body. */
    @Override
    public void onError(Throwable failure) {
        if (claimEnd()) {
            buffer.close();
            Answer.MALFORMED.write((HttpServletResponse) async.getResponse());
            async.complete();
        }
    }

    private boolean claimEnd() {
        Future<?> waiting = deadline;
        if (waiting != null) {
            waiting.cancel(false);
        }
        return ended.compareAndSet(false, true);
    }
}
