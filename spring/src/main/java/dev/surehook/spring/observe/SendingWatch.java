package dev.surehook.spring.observe;

import dev.surehook.engine.outbox.SendingStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** How long what was published waits to be begun, as of the last look, so that asking costs a store nothing. Thread-safe. */
public final class SendingWatch {
    private final InstantSource clock;
    private volatile Optional<Instant> oldestDue = Optional.empty();

    public SendingWatch(InstantSource clock) {
        this.clock = clock;
    }

    public void look(SendingStore store) {
        oldestDue = store.oldestDue();
    }

    /** Of the oldest published event or delivery that is to be begun; zero when there is none. */
    public Duration oldestDueAge() {
        return oldestDue
                .map(due -> Duration.between(due, clock.instant()))
                .filter(age -> !age.isNegative())
                .orElse(Duration.ZERO);
    }
}
