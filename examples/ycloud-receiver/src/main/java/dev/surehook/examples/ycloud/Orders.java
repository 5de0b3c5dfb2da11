package dev.surehook.examples.ycloud;

import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** The shop's orders. */
@Repository
class Orders {
    private final JdbcTemplate sql;

    Orders(JdbcTemplate sql) {
        this.sql = sql;
    }

    void place(String eventId, String buyer, String words) {
        sql.update("INSERT INTO orders (event_id, buyer, words) VALUES (?, ?, ?)", eventId, buyer, words);
    }

    /** Statuses may overtake each other; "read" is the last word. */
    void confirmation(String messageId, String status) {
        int known = sql.update(
                "UPDATE confirmation SET status = ? WHERE message_id = ? AND status <> 'read'", status, messageId);
        if (known == 0) {
            sql.update(
                    "INSERT INTO confirmation (message_id, status)"
                            + " SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM confirmation WHERE message_id = ?)",
                    messageId,
                    status,
                    messageId);
        }
    }

    List<Map<String, Object>> newest() {
        return sql.queryForList("SELECT buyer, words, event_id FROM orders ORDER BY placed_no DESC LIMIT 50");
    }
}
