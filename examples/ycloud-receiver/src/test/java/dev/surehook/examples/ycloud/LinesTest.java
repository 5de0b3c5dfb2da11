package dev.surehook.examples.ycloud;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The README's count of lines, counted. */
class LinesTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/surehook/examples/ycloud");
    private static final Path BY_HAND = Path.of("src/test/java/dev/surehook/examples/byhand");

    /** Lines of code: not blank, no comment, no import, no package. */
    private static long lines(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty()
                        && !line.startsWith("/*")
                        && !line.startsWith("*")
                        && !line.startsWith("//")
                        && !line.startsWith("import ")
                        && !line.startsWith("package "))
                .count();
    }

    @Test
    void the_readme_counts_rightly() throws Exception {
        long byHand = lines(BY_HAND.resolve("WebhookController.java")) + lines(BY_HAND.resolve("WebhookWorker.java"));
        long ours = lines(SOURCES.resolve("OrderWebhooks.java"));
        assertThat(Files.readString(Path.of("../../README.md")))
                .contains("**" + ours + " lines** against **" + byHand + "**");
    }
}
