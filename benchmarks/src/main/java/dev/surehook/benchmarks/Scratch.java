package dev.surehook.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.stream.Stream;

/**
 * A folder for one comparison and everything that runs on it. Closing ends what runs, last first, and removes the folder;
 * it is safe from another thread, so that an interrupted benchmark leaves nothing behind.
 */
public final class Scratch implements AutoCloseable {
    private final Path dir;
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private boolean closed;

    private Scratch(Path dir) {
        this.dir = dir;
    }

    /**
     * Makes a folder below {@code parent}.
     *
     * @throws IllegalArgumentException when {@code parent} is in memory
     */
    public static Scratch in(Path parent) throws IOException {
        Path dir = Files.createTempDirectory(parent, "surehook-benchmark-");
        // PostgreSQL's own user must get through.
        Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxr-xr-x"));
        String disk = Files.getFileStore(dir).type();
        if (disk.equals("tmpfs") || disk.equals("ramfs")) {
            Files.delete(dir);
            throw new IllegalArgumentException(parent + " is in memory, where fsync costs nothing; give --work");
        }
        return new Scratch(dir);
    }

    public Path dir() {
        return dir;
    }

    /** Has {@code resource} closed at the end. */
    public synchronized <T extends AutoCloseable> T own(T resource) {
        if (closed) {
            close(resource);
            throw new IllegalStateException("the benchmark is ending");
        }
        running.push(resource);
        return resource;
    }

    @Override
    public synchronized void close() {
        closed = true;
        while (!running.isEmpty()) {
            close(running.pop());
        }
        delete(dir);
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            System.err.println("could not end a process: " + e);
        }
    }

    private static void delete(Path dir) {
        if (!Files.exists(dir)) {
            return;
        }
        try (Stream<Path> files = Files.walk(dir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
