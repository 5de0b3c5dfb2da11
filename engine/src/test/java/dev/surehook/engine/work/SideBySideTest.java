package dev.surehook.engine.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SideBySideTest {
    private final AtomicInteger ended = new AtomicInteger();

    @Test
    void all_run_at_once_and_the_last_one_is_waited_for() {
        CyclicBarrier meeting = new CyclicBarrier(3);
        Runnable part = () -> {
            meet(meeting);
            ended.incrementAndGet();
        };

        SideBySide.run(List.of(part, part, part));

        assertThat(ended).hasValue(3);
    }

    /** One after the other they would never meet. */
    private static void meet(CyclicBarrier meeting) {
        try {
            meeting.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void one_that_fails_keeps_no_other_from_ending_and_is_told() {
        assertThatThrownBy(() -> SideBySide.run(List.of(
                        () -> {
                            throw new IllegalStateException("first");
                        },
                        ended::incrementAndGet,
                        () -> {
                            throw new IllegalArgumentException("second");
                        })))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("first")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("second"));
        assertThat(ended).hasValue(1);
    }
}
