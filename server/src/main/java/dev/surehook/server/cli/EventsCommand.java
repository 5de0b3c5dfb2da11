package dev.surehook.server.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code events}: looks at the events of a running server and steers them. */
@Command(
        name = "events",
        header = "Lists, shows, replays and erases the events of a running server.",
        description = {"", "Talks to the server's API; needs its key in SUREHOOK_API_KEY or --api-key."},
        subcommands = {
            EventsListCommand.class,
            EventsShowCommand.class,
            EventsReplayCommand.class,
            EventsEraseCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  surehook events list --state parked",
            "  surehook events show evt_0123456789abcdef0123456789abcdef",
            "  surehook events replay --all --source ycloud --state parked"
        })
final class EventsCommand implements Runnable {
    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    @Nullable
    CommandSpec spec;

    @Override
    public void run() {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        throw new CommandLine.ParameterException(command, "say what to do: list, show, replay or erase");
    }
}
