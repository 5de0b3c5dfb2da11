package dev.surehook.server.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/** Lines in aligned columns. Cells are cleaned, so any text may go in. */
final class Table {
    private static final int MOST_COLUMNS = 120;

    private final List<List<Cell>> rows = new ArrayList<>();
    private final Map<Integer, String> notes = new HashMap<>();

    /** A cell; the style is one that picocli knows, such as {@code green} or {@code bold}, or empty for none. */
    record Cell(String text, String style) {
        static Cell of(String text) {
            return new Cell(text, "");
        }
    }

    Table heading(String... cells) {
        rows.add(List.of(cells).stream().map(text -> new Cell(text, "faint")).toList());
        return this;
    }

    Table row(String... cells) {
        return row(List.of(cells).stream().map(Cell::of).toList());
    }

    Table row(List<Cell> cells) {
        rows.add(cells.stream()
                .map(cell -> new Cell(Printable.line(cell.text()), cell.style()))
                .toList());
        return this;
    }

    /** A line below the last row that belongs to it and to no column; nothing when it is empty. */
    Table note(String text) {
        if (!text.isEmpty()) {
            notes.put(rows.size() - 1, "    " + Printable.line(text));
        }
        return this;
    }

    void print(PrintWriter out, Ansi ansi, String indent) {
        int[] widths = widths();
        for (int at = 0; at < rows.size(); at++) {
            List<Cell> row = rows.get(at);
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < row.size(); i++) {
                Cell cell = row.get(i);
                line.append(painted(cell.text(), cell.style(), ansi));
                if (i < row.size() - 1) {
                    line.append(" ".repeat(widths[i] - width(cell.text()) + 2));
                }
            }
            out.println(line.toString().stripTrailing());
            String note = notes.get(at);
            if (note != null) {
                out.println(indent + shortened(note, MOST_COLUMNS));
            }
        }
        out.flush();
    }

    /** The text between the codes of a style, or as it is where the terminal wants none. */
    static String painted(String text, String style, Ansi ansi) {
        if (style.isEmpty() || !ansi.enabled() || text.isEmpty()) {
            return text;
        }
        Ansi.IStyle code = Ansi.Style.parse(style)[0];
        return code.on() + text + Ansi.Style.reset.on();
    }

    /** At most {@code width} characters; what was cut shows as an ellipsis. */
    static String shortened(String text, int width) {
        return width(text) <= width ? text : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
    }

    static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - width(text)));
    }

    private int[] widths() {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (List<Cell> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], width(row.get(i).text()));
            }
        }
        return widths;
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
