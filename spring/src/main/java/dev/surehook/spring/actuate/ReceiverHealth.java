package dev.surehook.spring.actuate;

import dev.surehook.spring.SurehookReceiver;
import dev.surehook.spring.observe.StoreWatch;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whether webhooks can be taken and are worked off.
 *
 * @param up a write works, the oldest due event is young, and no event lacks its work
 * @param details for people; no payload
 */
public record ReceiverHealth(boolean up, Map<String, Object> details) {

    /** @param maxDueAge how long a due event may wait before that is trouble */
    public static ReceiverHealth of(SurehookReceiver receiver, Duration maxDueAge) {
        if (!receiver.isRunning()) {
            return new ReceiverHealth(false, Map.of("state", "not running"));
        }
        StoreWatch watch = receiver.watch();
        Optional<StoreWatch.OldestDue> due = watch.oldestDue();
        boolean young =
                due.map(oldest -> oldest.age().compareTo(maxDueAge) <= 0).orElse(true);
        boolean writable = watch.isWritable() && receiver.engine().inbox().isAvailable();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("database", receiver.database());
        details.put("writable", writable);
        due.ifPresent(oldest -> {
            details.put("oldestDueSeconds", oldest.age().toSeconds());
            details.put("oldestDueSource", oldest.source().value());
        });
        watch.backlog().forEach((source, backlog) -> {
            if (backlog.parked() > 0) {
                details.put("parked." + source, backlog.parked());
            }
        });
        boolean whole = watch.withoutWork() == 0;
        if (!whole) {
            details.put("withoutWork", watch.withoutWork());
        }
        return new ReceiverHealth(writable && young && whole, details);
    }
}
