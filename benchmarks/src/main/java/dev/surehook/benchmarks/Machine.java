package dev.surehook.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a reader must know of the machine to judge its numbers. */
public final class Machine {

    private Machine() {}

    public static String describe(Path work, JavaRuntime java) throws IOException {
        return "%d processors (%s), %s, load %s before the run; %s %s; Java reference on Java %d; data on %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        value(Path.of("/proc/cpuinfo"), "model name"),
                        value(Path.of("/proc/meminfo"), "MemTotal"),
                        Files.readString(Path.of("/proc/loadavg")).split(" ")[0],
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        java.feature(),
                        Files.getFileStore(work).type());
    }

    private static String value(Path file, String key) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            List<String> found =
                    lines.filter(line -> line.startsWith(key)).limit(1).toList();
            return found.isEmpty()
                    ? "unknown"
                    : found.get(0).substring(found.get(0).indexOf(':') + 1).trim();
        }
    }
}
