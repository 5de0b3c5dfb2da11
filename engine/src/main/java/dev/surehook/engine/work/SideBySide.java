package dev.surehook.engine.work;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Several things that take their time, done at once: stopping, where each has a grace, and they must not add up. */
public final class SideBySide {
    private SideBySide() {}

    /**
     * Returns when the last one has ended, also when this thread is interrupted meanwhile.
     *
     * @throws RuntimeException what the first one of them threw that threw, with what the others threw suppressed in it
     */
    public static void run(List<Runnable> parts) {
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (Runnable part : parts) {
            running.add(CompletableFuture.runAsync(
                    part,
                    task -> Threads.daemons("surehook-stop").newThread(task).start()));
        }
        RuntimeException failure = null;
        for (CompletableFuture<Void> one : running) {
            try {
                one.join();
            } catch (CompletionException e) {
                RuntimeException thrown = e.getCause() instanceof RuntimeException cause ? cause : e;
                if (failure == null) {
                    failure = thrown;
                } else {
                    failure.addSuppressed(thrown);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
