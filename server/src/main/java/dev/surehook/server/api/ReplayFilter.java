package dev.surehook.server.api;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.access.KeptAnswers;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Answers a POST that comes again with its {@code Idempotency-Key} as it was answered first, and does nothing more. What
 * was refused changed nothing and is not kept. The key replays answers only: what is a repeat of an event its id decides.
 */
public final class ReplayFilter extends HttpFilter {
    private static final long serialVersionUID = 1;
    private static final String HEADER = "Idempotency-Key";
    private static final int LONGEST_KEY = 255;
    private static final Duration KEPT = Duration.ofHours(24);
    private static final int MOST_KEPT = 100_000;
    private static final int MOST_BYTES = 65_536;
    /** Longer than any call takes. */
    private static final Duration LOST = Duration.ofMinutes(1);

    private static final long BETWEEN_PURGES = Duration.ofMinutes(1).toNanos();

    private final transient KeptAnswers answers;
    private final AtomicLong purged = new AtomicLong(System.nanoTime());

    public ReplayFilter(KeptAnswers answers) {
        this.answers = answers;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String key = request.getHeader(HEADER);
        if (key == null || !request.getMethod().equals("POST")) {
            chain.doFilter(request, response);
            return;
        }
        if (key.isBlank() || key.length() > LONGEST_KEY) {
            problem(response, 400, "Bad Request", HEADER + " has 1 to " + LONGEST_KEY + " characters");
            return;
        }
        byte[] body = request.getInputStream().readNBytes(RequestBytes.MOST + 1);
        AnswerSeal seal = new AnswerSeal(ApiKeyFilter.offered(request).orElse(""), key);
        HttpServletRequest again = new RereadRequest(request, body);
        try {
            byte[] asked = digest(request, body);
            Optional<KeptAnswers.Begun> before = answers.begin(seal.id(), asked, LOST);
            if (before.isPresent()) {
                repeat(before.get(), asked, seal, response);
            } else {
                first(again, response, chain, seal);
            }
            purge();
        } catch (StoreUnavailable e) {
            response.setHeader("Retry-After", "5");
            problem(response, 503, "Service Unavailable", "the store is not available");
        }
    }

    private void first(HttpServletRequest request, HttpServletResponse response, FilterChain chain, AnswerSeal seal)
            throws IOException, ServletException {
        ContentCachingResponseWrapper answer = new ContentCachingResponseWrapper(response);
        boolean kept = false;
        try {
            chain.doFilter(request, answer);
            if (answer.getStatus() < 300 && answer.getContentSize() <= MOST_BYTES) {
                answers.answered(seal.id(), seal.seal(KeptAnswer.of(answer).bytes()));
                kept = true;
            }
        } finally {
            if (!kept) {
                answers.forget(seal.id());
            }
        }
        answer.copyBodyToResponse();
    }

    private static void repeat(KeptAnswers.Begun before, byte[] asked, AnswerSeal seal, HttpServletResponse response)
            throws IOException {
        if (!MessageDigest.isEqual(before.request(), asked)) {
            problem(response, 422, "Unprocessable Content", HEADER + " was used for another request");
            return;
        }
        Optional<byte[]> kept = before.answer().flatMap(seal::open);
        if (kept.isEmpty()) {
            response.setHeader("Retry-After", "1");
            problem(response, 409, "Conflict", "the first request with this " + HEADER + " is under way");
            return;
        }
        KeptAnswer.read(kept.get()).sendTo(response);
    }

    private void purge() {
        long last = purged.get();
        if (System.nanoTime() - last > BETWEEN_PURGES && purged.compareAndSet(last, System.nanoTime())) {
            answers.purge(KEPT, MOST_KEPT);
        }
    }

    /** Of all that decides what a call does. */
    private static byte[] digest(HttpServletRequest request, byte[] body) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : Arrays.asList(
                    request.getRequestURI(),
                    request.getQueryString(),
                    request.getContentType(),
                    request.getHeader(EventToPublish.ID_HEADER),
                    request.getHeader(EventToPublish.TYPE_HEADER))) {
                digest.update((part + '\n').getBytes(StandardCharsets.UTF_8));
            }
            return digest.digest(body);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void problem(HttpServletResponse response, int status, String title, String detail)
            throws IOException {
        response.setStatus(status);
        response.setContentType("application/problem+json");
        response.getOutputStream()
                .write(("{\"title\":\"" + title + "\",\"status\":" + status + ",\"detail\":\"" + detail + "\"}")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
