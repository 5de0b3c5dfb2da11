package dev.surehook.server.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.SendingLog.Attempt;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.outbox.SendingLog.DeliveryDetail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A delivery with its attempts. */
record DeliveryDetailView(@JsonUnwrapped DeliveryView summary, List<MadeView> attempts) {

    /**
     * One attempt. Attempts are counted before they are made, so one without an end was begun and lost.
     *
     * @param outcome {@code delivered}, {@code retry}, {@code failed}, {@code running} or {@code no_result}
     * @param status that was answered
     * @param answer Base64 of the beginning of the answer's body, when it is not UTF-8
     * @param answerText the same as text, when it is
     */
    record MadeView(
            int number,
            @Nullable Instant startedAt,
            @Nullable Long tookMs,
            String outcome,
            @Nullable Integer status,
            String detail,
            @Nullable String url,
            List<EventDetailView.HeaderView> headers,
            @Nullable String answer,
            @Nullable String answerText) {

        static MadeView of(Attempt attempt) {
            List<String> lines = attempt.request().lines().toList();
            Optional<String> text = RequestBytes.text(attempt.answer());
            return new MadeView(
                    attempt.number(),
                    attempt.startedAt(),
                    attempt.took().toMillis(),
                    attempt.outcome(),
                    attempt.status() == 0 ? null : attempt.status(),
                    attempt.detail(),
                    lines.isEmpty() ? null : lines.get(0),
                    lines.stream().skip(1).map(MadeView::header).toList(),
                    text.isPresent() ? null : Base64.getEncoder().encodeToString(attempt.answer()),
                    text.filter(words -> !words.isEmpty()).orElse(null));
        }

        private static EventDetailView.HeaderView header(String line) {
            int colon = line.indexOf(": ");
            return colon < 0
                    ? new EventDetailView.HeaderView(line, "")
                    : new EventDetailView.HeaderView(line.substring(0, colon), line.substring(colon + 2));
        }

        static MadeView withoutEnd(int number, boolean running) {
            return new MadeView(
                    number,
                    null,
                    null,
                    running ? "running" : "no_result",
                    null,
                    running ? "no result yet" : "no result: the node stopped",
                    null,
                    List.of(),
                    null,
                    null);
        }
    }

    static DeliveryDetailView of(DeliveryDetail detail) {
        Delivery delivery = detail.delivery();
        Map<Integer, Attempt> made =
                detail.attempts().stream().collect(Collectors.toMap(Attempt::number, Function.identity(), (a, b) -> b));
        List<MadeView> views = new ArrayList<>();
        for (int number = 1; number <= delivery.attempts(); number++) {
            Attempt attempt = made.get(number);
            boolean running = number == delivery.attempts() && delivery.state() == DeliveryState.SENDING;
            views.add(attempt == null ? MadeView.withoutEnd(number, running) : MadeView.of(attempt));
        }
        return new DeliveryDetailView(DeliveryView.of(delivery), views);
    }
}
