package dev.surehook.server;

import dev.surehook.server.cli.CommandLines;

/** The program. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(CommandLines.create().execute(args));
    }
}
