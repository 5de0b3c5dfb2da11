package dev.surehook.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Java that runs the Spring reference, and what one sets on it. */
public record JavaRuntime(int feature) {

    private static final int VIRTUAL_THREADS_WITHOUT_PINNING = 24;

    /** @param program the path of {@code java} inside its installation */
    public static JavaRuntime of(Path program) throws IOException {
        Path release = program.toRealPath().resolve("../../release").normalize();
        try (BufferedReader lines = Files.newBufferedReader(release)) {
            String version = lines.lines()
                    .filter(line -> line.startsWith("JAVA_VERSION="))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no version in " + release));
            return new JavaRuntime(Integer.parseInt(version.replaceAll("^JAVA_VERSION=\"(\\d+).*", "$1")));
        }
    }

    /** Virtual threads where they are the better choice for a JDBC application, platform threads before. */
    boolean virtualThreads() {
        return feature >= VIRTUAL_THREADS_WITHOUT_PINNING;
    }

    public List<String> options() {
        List<String> options = new ArrayList<>(List.of("-Xms1g", "-Xmx1g"));
        if (feature >= VIRTUAL_THREADS_WITHOUT_PINNING) {
            options.add("--enable-native-access=ALL-UNNAMED");
        }
        return options;
    }
}
