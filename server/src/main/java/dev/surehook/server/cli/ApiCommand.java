package dev.surehook.server.cli;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that works through the API; a fault becomes one line and exit code 1. */
abstract class ApiCommand implements Callable<Integer> {
    @Mixin
    ApiOptions api = new ApiOptions();

    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    @Nullable
    CommandSpec spec;

    /** The command's work; the exit code. */
    abstract int run(ServerApi events, PrintWriter out);

    @Override
    public final Integer call() {
        PrintWriter out = commandLine().getOut();
        try {
            return run(api.connect(), out);
        } catch (ApiFault fault) {
            out.flush();
            commandLine().getErr().println(Table.painted("surehook: " + fault.line(), "red", ansi()));
            commandLine().getErr().flush();
            return 1;
        }
    }

    final CommandLine commandLine() {
        return Objects.requireNonNull(spec, "picocli sets it").commandLine();
    }

    final Ansi ansi() {
        return commandLine().getColorScheme().ansi();
    }

    final CommandLine.ParameterException misused(String message) {
        return new CommandLine.ParameterException(commandLine(), message);
    }
}
