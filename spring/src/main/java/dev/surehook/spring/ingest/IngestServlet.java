package dev.surehook.spring.ingest;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.work.Threads;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.SignedRequest;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * Takes webhooks at {@code /in/{source}}. A body that has arrived with its head is read at once, the usual case; any
 * other is read as it comes, without holding a thread, for {@link #READ_DEADLINE} at most, so that slow senders cost
 * nothing but their connection.
 */
public final class IngestServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    /** How long a body may take to arrive. */
    public static final Duration READ_DEADLINE = Duration.ofSeconds(20);

    private static final String ALLOW = "POST, GET, HEAD, OPTIONS";

    private final transient Intake intake;
    private final transient PublicUrls urls;
    private final transient BodyBudget budget;
    private final transient EngineListener listener;
    private final transient ScheduledThreadPoolExecutor deadlines =
            new ScheduledThreadPoolExecutor(1, Threads.daemons("surehook-deadline"));

    public IngestServlet(Intake intake, PublicUrls urls, BodyBudget budget, EngineListener listener) {
        this.intake = intake;
        this.urls = urls;
        this.budget = budget;
        this.listener = listener;
        deadlines.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void destroy() {
        deadlines.shutdownNow();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Source> source = sourceOf(request);
        if (source.isEmpty()) {
            Answer.NOT_FOUND.write(response);
            return;
        }
        switch (request.getMethod()) {
            case "POST" -> take(source.get(), request, response);
            // Providers probe a URL before they save it; nothing is stored and a body is not looked at.
            case "GET", "HEAD", "OPTIONS" -> {
                response.setHeader("Allow", ALLOW);
                Answer.STORED.write(response);
            }
            default -> {
                response.setHeader("Allow", ALLOW);
                Answer.WRONG_METHOD.write(response);
            }
        }
    }

    /** The raw path is compared, so no spelling but the plain one is a source; one slash at the end is forgiven. */
    private Optional<Source> sourceOf(HttpServletRequest request) {
        String base = request.getContextPath() + request.getServletPath() + "/";
        String path = request.getRequestURI();
        if (!path.startsWith(base)) {
            return Optional.empty();
        }
        String name = path.substring(base.length());
        return intake.source(name.endsWith("/") ? name.substring(0, name.length() - 1) : name);
    }

    private void take(Source source, HttpServletRequest request, HttpServletResponse response) throws IOException {
        long announced = request.getContentLengthLong();
        int limit = source.intake().maxBodyBytes();
        if (announced > limit) {
            refuseTooLarge(source, response);
            return;
        }
        BodyBuffer buffer = new BodyBuffer(limit, announced, budget);
        ServletInputStream in = request.getInputStream();
        if (announced >= 0 && in.available() >= announced) {
            try {
                BodyBuffer.Step step = BodyBuffer.Step.MORE;
                while (step == BodyBuffer.Step.MORE && buffer.length() < announced) {
                    step = buffer.readOnce(in);
                }
                finish(step, source, request, response, buffer);
            } finally {
                buffer.close();
            }
            return;
        }
        AsyncContext async = request.startAsync();
        // The container's timeout cannot be ended when the body is complete, and then its time is the store's.
        async.setTimeout(0);
        ArrivingBody body =
                new ArrivingBody(async, in, buffer, step -> finish(step, source, request, response, buffer));
        body.endBy(deadlines, READ_DEADLINE);
        in.setReadListener(body);
    }

    /** The whole body is there, or can never be. */
    private void finish(
            BodyBuffer.Step step,
            Source source,
            HttpServletRequest request,
            HttpServletResponse response,
            BodyBuffer buffer)
            throws IOException {
        switch (step) {
            case TOO_LARGE -> refuseTooLarge(source, response);
            case NO_MEMORY -> Answer.UNAVAILABLE.write(response);
            case MORE, END -> {
                SignedRequest signed = new SignedRequest(
                        request.getMethod(), urls.of(source.name().value(), request), headers(request), buffer.body());
                intake.accept(source, signed).fold(Answer.OF_OUTCOME).write(response);
            }
        }
    }

    private void refuseTooLarge(Source source, HttpServletResponse response) throws IOException {
        int limit = source.intake().maxBodyBytes();
        listener.answered(source.name(), new AcceptOutcome.TooLarge(limit), Duration.ZERO);
        Answer.TOO_LARGE.write(response);
    }

    private static Headers headers(HttpServletRequest request) {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        Enumeration<String> names = request.getHeaderNames();
        while (names.hasMoreElements()) {
            String name = names.nextElement();
            Enumeration<String> values = request.getHeaders(name);
            while (values.hasMoreElements()) {
                lines.add(Map.entry(name, values.nextElement()));
            }
        }
        return Headers.of(lines);
    }
}
