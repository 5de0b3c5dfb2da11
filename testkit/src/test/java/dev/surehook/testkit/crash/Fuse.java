package dev.surehook.testkit.crash;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes a node die at its fail-point, after it has said with which events in hand. Thread-safe. */
final class Fuse {
    /** The exit code of a process that ended by SIGKILL. */
    static final int KILLED = 137;

    private final Optional<FailPoint> point;
    private final Answers answers;
    private final AtomicInteger arrivals = new AtomicInteger();
    private final CountDownLatch goOn = new CountDownLatch(1);

    Fuse(Optional<FailPoint> point, Answers answers) {
        this.point = point;
        this.answers = answers;
    }

    void reach(Step step, List<String> ids) {
        if (point.isEmpty()
                || !point.get().step().equals(step.name())
                || arrivals.incrementAndGet() != point.get().time()) {
            return;
        }
        answers.say("reached " + String.join(",", ids));
        switch (point.get().end()) {
            case HALT -> Runtime.getRuntime().halt(KILLED);
            case HANG -> hang();
        }
    }

    private void hang() {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void goOn() {
        goOn.countDown();
    }
}
