package dev.surehook.testkit.crash;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A node's answers to its sender. Each is one write to the pipe without a buffer between: once said, it reaches the
 * sender whatever happens to the process, and a kill leaves no half of a line.
 */
final class Answers {
    private final OutputStream out;

    Answers(FileOutputStream out) {
        this.out = out;
    }

    synchronized void say(String line) {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
