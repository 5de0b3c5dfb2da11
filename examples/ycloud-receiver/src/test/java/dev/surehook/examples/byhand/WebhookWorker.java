package dev.surehook.examples.byhand;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Works stored webhooks off, each in a transaction with its mark, with retries; call it again and again. */
class WebhookWorker {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookWorker.class);
    private static final Duration LEASE = Duration.ofSeconds(45);
    private static final List<Duration> DELAYS = List.of(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(2));

    private final JdbcTemplate sql;
    private final TransactionTemplate transactions;
    private final JsonMapper json;
    private final Map<String, BiConsumer<String, JsonNode>> handlers;

    WebhookWorker(
            JdbcTemplate sql,
            TransactionTemplate transactions,
            JsonMapper json,
            Map<String, BiConsumer<String, JsonNode>> handlers) {
        this.sql = sql;
        this.transactions = transactions;
        this.json = json;
        this.handlers = handlers;
    }

    /** One webhook; false when none is due. */
    boolean workOffOne() {
        long now = Instant.now().toEpochMilli();
        List<Map<String, Object>> due = sql.queryForList(
                "UPDATE webhook SET attempts = attempts + 1, due_at = ? WHERE id ="
                        + " (SELECT id FROM webhook WHERE state = 'new' AND due_at <= ? ORDER BY due_at LIMIT 1)"
                        + " RETURNING id, type, body, attempts",
                now + LEASE.toMillis(),
                now);
        if (due.isEmpty()) {
            return false;
        }
        Map<String, Object> row = due.get(0);
        String id = (String) row.get("id");
        int attempt = ((Number) row.get("attempts")).intValue();
        if (attempt > DELAYS.size() + 1) {
            end(id, attempt, "parked");
            return true;
        }
        try {
            transactions.executeWithoutResult(status -> {
                JsonNode event = json.readTree((byte[]) row.get("body"));
                BiConsumer<String, JsonNode> handler = handlers.get((String) row.get("type"));
                if (handler != null) {
                    handler.accept(id, event);
                }
                if (end(id, attempt, "processed") == 0) {
                    throw new IllegalStateException("another worker has " + id);
                }
            });
        } catch (RuntimeException e) {
            LOG.warn("webhook {} failed in attempt {}", id, attempt, e);
            if (attempt > DELAYS.size()) {
                end(id, attempt, "parked");
            } else {
                long dueAt = Instant.now().plus(DELAYS.get(attempt - 1)).toEpochMilli();
                sql.update("UPDATE webhook SET due_at = ? WHERE id = ? AND attempts = ?", dueAt, id, attempt);
            }
        }
        return true;
    }

    private int end(String id, int attempt, String state) {
        return sql.update(
                "UPDATE webhook SET state = ? WHERE id = ? AND attempts = ? AND state = 'new'", state, id, attempt);
    }
}
