package dev.surehook.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Writes a results page as it grows, so that a run that fails late still leaves what it found. */
public final class Report {

    private static final DateTimeFormatter FILE_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss");

    private final Path file;

    private Report(Path file) {
        this.file = file;
    }

    static Report create(Settings settings) throws IOException {
        return create(
                settings.results(),
                String.join("-", settings.scenarios()),
                "Accept benchmark",
                Machine.describe(settings.work(), JavaRuntime.of(settings.java())) + ".\n\n"
                        + "%d rounds of %d s, warm-up %d s, ids %s; medians over the rounds (least–greatest).\n"
                                .formatted(
                                        settings.rounds(),
                                        settings.counted().toSeconds(),
                                        settings.warmup().toSeconds(),
                                        settings.ids()));
    }

    /** @param name how the file's name begins */
    public static Report create(Path results, String name, String title, String introduction) throws IOException {
        ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
        Path dir = Files.createDirectories(results);
        Report report = new Report(dir.resolve(name + "-" + FILE_TIME.format(now) + ".md"));
        report.append("# " + title + ", " + now.toLocalDate() + "\n\n" + introduction);
        return report;
    }

    public void table(String title, String table) throws IOException {
        append("\n## " + title + "\n\n" + table);
    }

    private void append(String text) throws IOException {
        System.out.print(text);
        String before = Files.exists(file) ? Files.readString(file) : "";
        Files.writeString(file, before + text);
    }

    public Path file() {
        return file;
    }
}
