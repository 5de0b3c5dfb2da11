package dev.surehook.testkit.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** How a node lives: by what it is told, and not a moment longer than the test that tells it. */
final class Life {
    private Life() {}

    /** Hands over each line of the standard input until that ends, as it does when the test's process does. */
    static void obey(Consumer<String> commands) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                commands.accept(line);
            }
        }
    }

    /** A fault in a thread must not pass as a node that is merely slow. */
    static Runnable fatal(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        };
    }

    static void awaitEnd(ExecutorService threads) {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(2);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
