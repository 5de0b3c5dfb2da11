package dev.surehook.server.cli;

import dev.surehook.engine.store.StartFailure;
import dev.surehook.server.start.BadStart;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Runs command lines. Whatever is wrong is one line on standard error and an exit code. */
public final class CommandLines {
    private CommandLines() {}

    /** The whole command line with its error rules. */
    public static CommandLine create() {
        return new CommandLine(new Surehook())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((problem, args) -> usage(problem))
                .setExecutionExceptionHandler((problem, command, parsed) -> failed(command.getErr(), problem));
    }

    private static int usage(ParameterException problem) {
        CommandLine command = problem.getCommandLine();
        String text = String.valueOf(problem.getMessage()).replaceAll("\\s*\\R\\s*", " ");
        command.getErr()
                .println("surehook: " + text + " (see "
                        + command.getCommandSpec().qualifiedName() + " --help)");
        return BadStart.USAGE;
    }

    private static int failed(PrintWriter err, Exception problem) {
        if (problem instanceof BadStart bad) {
            err.println("surehook: " + bad.line());
            return bad.exitCode();
        }
        if (problem instanceof StartFailure failure) {
            err.println("surehook: " + failure.getMessage());
            return BadStart.ENVIRONMENT;
        }
        err.println("surehook: stopped by a defect; please report what follows");
        problem.printStackTrace(err);
        return BadStart.ENVIRONMENT;
    }
}
