package dev.surehook.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.SourceName;
import dev.surehook.signatures.Headers;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventTraceTest {
    private static final EventRef EVENT = event(0);

    private static EventRef event(int number) {
        return EventKey.of(new SourceName("ycloud"), "evt_" + number).ref();
    }

    private static @Nullable String traceparent(double probability, EventRef event, Headers headers) {
        return new EventTrace(probability).field(headers, () -> event, "traceparent");
    }

    @Test
    void an_event_without_a_trace_has_one_of_its_own() {
        String digits = EVENT.value().substring(4);
        assertThat(traceparent(1, EVENT, Headers.empty()))
                .isEqualTo("00-" + digits + "-" + digits.substring(0, 16) + "-01");
        assertThat(traceparent(0, EVENT, Headers.empty())).endsWith("-00");
    }

    @Test
    void what_the_sender_began_goes_on_in_whatever_form() {
        assertThat(traceparent(1, EVENT, Headers.of("Traceparent", "00-1-2-01")))
                .isEqualTo("00-1-2-01");
        assertThat(traceparent(1, EVENT, Headers.of("B3", "1-2-1"))).isNull();
        assertThat(traceparent(1, EVENT, Headers.of("x-b3-traceid", "1"))).isNull();
        assertThat(new EventTrace(1).field(Headers.empty(), () -> EVENT, "b3")).isNull();
    }

    @Test
    void the_share_of_recorded_traces_is_the_applications() {
        long recorded = IntStream.range(0, 10_000)
                .filter(number -> String.valueOf(traceparent(0.1, event(number), Headers.empty()))
                        .endsWith("-01"))
                .count();
        assertThat(recorded).isBetween(800L, 1_200L);
    }
}
