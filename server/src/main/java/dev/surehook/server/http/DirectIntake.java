package dev.surehook.server.http;

import dev.surehook.engine.Engine;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.source.Source;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.spring.ingest.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Takes the usual webhook without a thread of its own: a small POST that has arrived whole is verified by the thread that
 * read it, and answered when the commit that it shares is done. Anything else goes to the servlets, unchanged and on a
 * thread that may block; the intake's servlet answers every request as this does.
 */
final class DirectIntake extends Handler.Wrapper {
    /** Verifying more would hold up the connections that this thread reads. */
    private static final int MAX_BYTES = 64 * 1024;

    private static final String PREFIX = "/in/";

    private final Engine engine;
    private final Answering answering;
    private final Executor blocking;

    DirectIntake(Engine engine, Answering answering, Executor blocking) {
        this.engine = engine;
        this.answering = answering;
        this.blocking = blocking;
    }

    @Override
    public Invocable.InvocationType getInvocationType() {
        return Invocable.InvocationType.NON_BLOCKING;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Optional<Source> source = usual(request);
        if (source.isEmpty()) {
            elsewhere(request, response, callback);
            return true;
        }
        byte[] body = new byte[(int) request.getLength()];
        Request rest = ArrivedBody.read(request, body);
        if (rest != null) {
            elsewhere(rest, response, callback);
            return true;
        }
        SignedRequest signed = new SignedRequest(request.getMethod(), "", headers(request), body);
        Thread reader = Thread.currentThread();
        engine.inbox().accept(source.get(), signed, outcome -> {
            if (Thread.currentThread() == reader) {
                answer(outcome, response, callback);
            } else {
                answering.later(() -> answer(outcome, response, callback));
            }
        });
        return true;
    }

    private Optional<Source> usual(Request request) {
        String path = request.getHttpURI().getPath();
        if (!path.startsWith(PREFIX)
                || !request.getMethod().equals("POST")
                || request.getLength() < 0
                || request.getLength() > MAX_BYTES
                || request.getHeaders().contains(HttpHeader.EXPECT)
                || request.getHeaders().contains(HttpHeader.CONTENT_ENCODING)) {
            return Optional.empty();
        }
        return engine.source(path.substring(PREFIX.length()))
                .filter(source -> request.getLength() <= source.intake().maxBodyBytes()
                        && !source.provider().signsUrl());
    }

    private void elsewhere(Request request, Response response, Callback callback) {
        blocking.execute(() -> {
            try {
                if (!super.handle(request, response, callback)) {
                    Response.writeError(request, response, callback, 404);
                }
            } catch (Throwable e) {
                Response.writeError(request, response, callback, e);
            }
        });
    }

    private static void answer(AcceptOutcome outcome, Response response, Callback callback) {
        outcome.fold(Answer.OF_OUTCOME)
                .write(
                        response::setStatus,
                        (name, value) -> response.getHeaders().put(name, value));
        LastWrite.of(response, callback);
    }

    private static Headers headers(Request request) {
        List<Map.Entry<String, String>> lines =
                new ArrayList<>(request.getHeaders().size());
        for (HttpField field : request.getHeaders()) {
            String value = field.getValue();
            lines.add(Map.entry(field.getName(), value == null ? "" : value));
        }
        return Headers.of(lines);
    }
}
