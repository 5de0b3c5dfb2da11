package dev.surehook.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Writes a results page as it grows, so that a run that fails late still leaves what it found. */
final class Report {

    private static final DateTimeFormatter FILE_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss");

    private final Path file;

    private Report(Path file) {
        this.file = file;
    }

    static Report create(Settings settings) throws IOException {
        ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
        Path dir = Files.createDirectories(settings.results());
        Report report =
                new Report(dir.resolve(String.join("-", settings.scenarios()) + "-" + FILE_TIME.format(now) + ".md"));
        String machine = Machine.describe(settings.work(), JavaRuntime.of(settings.java()));
        report.append("# Accept benchmark, " + now.toLocalDate() + "\n\n" + machine + ".\n\n"
                + "%d rounds of %d s, warm-up %d s, ids %s; medians over the rounds (least–greatest).\n"
                        .formatted(
                                settings.rounds(),
                                settings.counted().toSeconds(),
                                settings.warmup().toSeconds(),
                                settings.ids()));
        return report;
    }

    void table(String title, String table) throws IOException {
        append("\n## " + title + "\n\n" + table);
    }

    private void append(String text) throws IOException {
        System.out.print(text);
        String before = Files.exists(file) ? Files.readString(file) : "";
        Files.writeString(file, before + text);
    }

    Path file() {
        return file;
    }
}
