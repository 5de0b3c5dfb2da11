package dev.surehook.server.health;

import dev.surehook.server.sending.SendingSide;
import dev.surehook.spring.observe.StoreWatch;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * {@code /health/live}: the process answers. {@code /health/ready}: events can be stored. {@code /health}: and the oldest
 * due event is young and no event lacks its work, and what was published is sent: so the work is done as well.
 */
public final class HealthServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient StoreWatch watch;
    private final transient SendingSide sending;
    private final transient BooleanSupplier inboxAvailable;
    private final transient Duration maxDueAge;

    /** @param inboxAvailable whether the inbox takes events right now */
    public HealthServlet(StoreWatch watch, SendingSide sending, BooleanSupplier inboxAvailable, Duration maxDueAge) {
        this.watch = watch;
        this.sending = sending;
        this.inboxAvailable = inboxAvailable;
        this.maxDueAge = maxDueAge;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String part = request.getPathInfo() == null ? "/" : request.getPathInfo();
        switch (part) {
            case "/live" -> write(response, true, "{\"status\":\"up\"}");
            case "/ready" -> ready(response);
            case "/" -> all(response);
            default -> response.setStatus(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    private boolean isReady() {
        return watch.isWritable() && inboxAvailable.getAsBoolean();
    }

    private void ready(HttpServletResponse response) throws IOException {
        boolean ready = isReady();
        write(response, ready, "{\"status\":\"" + word(ready) + "\",\"store\":" + store() + "}");
    }

    private void all(HttpServletResponse response) throws IOException {
        Optional<StoreWatch.OldestDue> due = watch.oldestDue();
        Duration oldest = due.map(StoreWatch.OldestDue::age).orElse(Duration.ZERO);
        // A source's name needs no escaping: it is letters, digits and dashes.
        String whose = due.map(one -> ",\"oldest_due_source\":\"" + one.source() + "\"")
                .orElse("");
        boolean young = oldest.compareTo(maxDueAge) <= 0;
        int withoutWork = watch.withoutWork();
        boolean worked = young && withoutWork == 0;
        Duration oldestDelivery = sending.oldestDueAge();
        boolean sent = oldestDelivery.compareTo(maxDueAge) <= 0;
        boolean healthy = isReady() && worked && sent;
        write(
                response,
                healthy,
                "{\"status\":\"" + word(healthy) + "\",\"store\":" + store() + ",\"work\":{\"status\":\"" + word(worked)
                        + "\",\"oldest_due_age_seconds\":" + seconds(oldest) + whose + ",\"max_due_age_seconds\":"
                        + seconds(maxDueAge) + ",\"without_work\":" + withoutWork + "},\"sending\":{\"status\":\""
                        + word(sent) + "\",\"oldest_due_age_seconds\":" + seconds(oldestDelivery)
                        + ",\"max_due_age_seconds\":" + seconds(maxDueAge) + "}}");
    }

    private String store() {
        return "{\"status\":\"" + word(isReady()) + "\",\"accepts_events\":" + inboxAvailable.getAsBoolean()
                + ",\"last_write_seconds_ago\":" + seconds(watch.sinceLastWrite()) + "}";
    }

    private static String word(boolean good) {
        return good ? "up" : "down";
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1000.0);
    }

    private static void write(HttpServletResponse response, boolean good, String json) throws IOException {
        response.setStatus(good ? HttpServletResponse.SC_OK : HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
    }
}
