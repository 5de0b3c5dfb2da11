package dev.surehook.server.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;

/** How the demo reads. */
final class DemoPage {
    private static final int WHAT_WIDTH = 34;
    private static final int TYPE_WIDTH = 36;

    private final PrintWriter out;
    private final Ansi ansi;

    DemoPage(PrintWriter out, Ansi ansi) {
        this.out = out;
        this.ansi = ansi;
    }

    void say(String text) {
        out.println(text);
        out.flush();
    }

    void heading(String text) {
        out.println();
        say(Table.painted(text, "bold", ansi));
    }

    void step(String what, String type, int status, String meaning, boolean asPromised) {
        say("  " + Table.padded(what, WHAT_WIDTH) + Table.padded(type, TYPE_WIDTH)
                + Table.painted(Integer.toString(status), asPromised ? "green" : "red", ansi) + "  " + meaning);
    }

    void table(Table table) {
        table.print(out, ansi, "  ");
    }

    void verdict(String text, boolean good) {
        out.println();
        say(Table.painted(text, good ? "green" : "red", ansi));
    }
}
