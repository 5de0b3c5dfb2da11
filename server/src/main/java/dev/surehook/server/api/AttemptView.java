package dev.surehook.server.api;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.store.EventLog.AttemptRow;
import dev.surehook.engine.store.EventLog.Detail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One attempt. Attempts are counted before they run, so a number without a row was begun and never finished.
 *
 * @param outcome {@code processed}, {@code retry}, {@code parked}, {@code running} or {@code no_result}
 */
record AttemptView(
        int number, @Nullable Instant startedAt, @Nullable Long tookMs, String outcome, String detail) {

    static List<AttemptView> of(Detail detail) {
        Map<Integer, AttemptRow> rows = detail.attempts().stream()
                .collect(Collectors.toMap(AttemptRow::number, Function.identity(), (a, b) -> b));
        int last = detail.summary().attempts();
        List<AttemptView> views = new ArrayList<>();
        for (int number = 1; number <= last; number++) {
            AttemptRow row = rows.get(number);
            if (row != null) {
                views.add(of(row));
            } else if (number == last && detail.summary().state() == EventState.READY) {
                views.add(new AttemptView(number, null, null, "running", "no result yet"));
            } else {
                views.add(new AttemptView(number, null, null, "no_result", "no result: the worker stopped"));
            }
        }
        return views;
    }

    private static AttemptView of(AttemptRow row) {
        return new AttemptView(row.number(), row.startedAt(), row.took().toMillis(), row.outcome(), row.detail());
    }
}
