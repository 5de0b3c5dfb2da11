package dev.surehook.benchmarks.sending;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Statements that PostgreSQL has logged for one database with {@code log_statement=all}, counted by how they begin.
 *
 * @param counts by the statement's first line, without what makes no difference
 */
record StatementLog(Map<String, Long> counts) {
    /** Of the server's log lines: the database. */
    static final String PREFIX = "<%d>";

    private static final Pattern LINE = Pattern.compile("<(\\w*)>LOG:\\s+(?:statement|execute [^:]*): (.*)");
    private static final Pattern PARAMETERS = Pattern.compile("\\$\\d+(\\s*,\\s*\\$\\d+)*");
    private static final int MOST_TEXT = 90;

    static StatementLog read(Path file, String database) throws IOException {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return of(lines, database);
        }
    }

    static StatementLog of(Stream<String> lines, String database) {
        return new StatementLog(lines.flatMap(line -> statement(line, database).stream())
                .collect(Collectors.groupingBy(text -> text, LinkedHashMap::new, Collectors.counting())));
    }

    private static Optional<String> statement(String line, String database) {
        Matcher found = LINE.matcher(line);
        return found.matches() && found.group(1).equals(database)
                ? Optional.of(shortened(found.group(2)))
                : Optional.empty();
    }

    private static String shortened(String statement) {
        String text = PARAMETERS.matcher(statement).replaceAll("?").strip();
        if (text.isEmpty()) {
            return "(nothing: whether the connection lives)";
        }
        return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "…";
    }

    /** What was logged after {@code before}, which is an earlier state of the same log. */
    StatementLog since(StatementLog before) {
        Map<String, Long> left = new LinkedHashMap<>();
        counts.forEach((text, count) -> {
            long more = count - before.counts.getOrDefault(text, 0L);
            if (more > 0) {
                left.put(text, more);
            }
        });
        return new StatementLog(left);
    }

    /** Without those that begin and end transactions. */
    long statements() {
        return counts.entrySet().stream()
                .filter(entry -> !isBoundary(entry.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static boolean isBoundary(String text) {
        String word = text.toUpperCase(Locale.ROOT);
        return word.startsWith("BEGIN") || word.equals("COMMIT") || word.equals("ROLLBACK");
    }

    String table(int deliveries) {
        return "| statement begins with | per delivery |\n|---|---:|\n"
                + counts.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .map(entry -> String.format(
                                Locale.ROOT,
                                "| `%s` | %.4f |%n",
                                entry.getKey().replace("|", "\\|"),
                                (double) entry.getValue() / deliveries))
                        .collect(Collectors.joining());
    }
}
