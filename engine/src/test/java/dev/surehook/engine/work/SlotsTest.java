package dev.surehook.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @Test
    void work_that_leaves_its_thread_interrupted_does_not_interrupt_what_follows_on_it() {
        Slots slots = new Slots(1);
        List<Boolean> interrupted = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            slots.run(tasks::add, () -> {
                interrupted.add(Thread.currentThread().isInterrupted());
                Thread.currentThread().interrupt();
            });
        }
        assertThat(tasks).as("one thread for all three").hasSize(1);

        tasks.remove().run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupted).containsExactly(false, false, false);
    }
}
