package dev.surehook.engine.store.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A schema script: sections that begin with a line {@code -- version N …}, of statements that end with a semicolon. */
record SchemaScript(List<Section> sections) {
    private static final Pattern SECTION = Pattern.compile("-- version (\\d+)\\b.*");

    record Section(int version, List<String> statements) {}

    static SchemaScript parse(String text) {
        List<Section> sections = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        for (String line : text.lines().toList()) {
            Matcher heading = SECTION.matcher(line);
            if (heading.matches()) {
                sections.add(new Section(Integer.parseInt(heading.group(1)), new ArrayList<>()));
            } else if (!line.startsWith("--") && !line.isBlank()) {
                statement.append(line).append('\n');
                if (line.endsWith(";")) {
                    sections.get(sections.size() - 1).statements().add(statement.substring(0, statement.length() - 2));
                    statement.setLength(0);
                }
            }
        }
        return new SchemaScript(List.copyOf(sections));
    }
}
