package dev.surehook.server.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs a command as the program would, with its output caught. */
record Shell(int exitCode, String out, String err) {

    static Shell run(Object command, String... arguments) {
        return run(command, CommandLine.Help.Ansi.OFF, arguments);
    }

    static Shell run(Object command, CommandLine.Help.Ansi ansi, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
                .execute(arguments);
        return new Shell(exitCode, out.toString(), err.toString());
    }
}
