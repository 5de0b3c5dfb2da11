package dev.surehook.server.cli;

import dev.surehook.server.start.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of the command line. A further command is one more class in {@code subcommands}. */
@Command(
        name = "surehook",
        description = "Webhooks that are neither lost nor repeated.",
        mixinStandardHelpOptions = true,
        versionProvider = Surehook.VersionLine.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServeCommand.class,
            SendCommand.class,
            EventsCommand.class,
            SecretsCommand.class,
            DemoCommand.class,
            TrainCommand.class
        })
public final class Surehook implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command, for example: surehook serve --source ycloud");
    }

    /** Asked only for {@code --version}. */
    static final class VersionLine implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Surehook " + Version.OF_THIS};
        }
    }
}
