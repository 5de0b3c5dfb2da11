package dev.surehook.server.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code secrets}: the keys under which a running server keeps signing secrets. */
@Command(
        name = "secrets",
        header = "Looks after the keys under which a running server keeps signing secrets.",
        description = {"", "Talks to the server's API; needs its key in SUREHOOK_API_KEY or --api-key."},
        subcommands = {SecretsKeysCommand.class, SecretsResealCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%n",
        footerHeading = "%nExamples:%n",
        footer = {"  surehook secrets keys", "  surehook secrets reseal"})
final class SecretsCommand implements Runnable {
    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    @Nullable
    CommandSpec spec;

    @Override
    public void run() {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        throw new CommandLine.ParameterException(command, "say what to do: keys or reseal");
    }
}
