package dev.surehook.server.cli;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "erase",
        header = "Erases body and headers of events for good.",
        description = {
            "",
            "Id, type, times and attempts stay, so that a repeat is still recognised. Waiting work on them ends."
        },
        parameterListHeading = "%n",
        optionListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all of them are erased",
            "1:some are not, no server, or it refused",
            "2:the command was not understood, or --yes is missing"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  surehook events erase evt_0123456789abcdef0123456789abcdef --yes"})
final class EventsEraseCommand extends ApiCommand {
    @Parameters(
            paramLabel = "REF",
            arity = "1..*",
            description = "references as events list shows them, or ids of the provider")
    List<String> refs = List.of();

    @Option(names = "--source", paramLabel = "NAME", description = "decides when events of several sources have an id")
    @Nullable
    String source;

    @Option(names = "--yes", description = "needed, because nothing brings the payload back")
    boolean yes;

    @Override
    int run(ServerApi events, PrintWriter out) {
        if (!yes) {
            throw misused(
                    "nothing brings an erased payload back; say --yes to erase " + Counted.of(refs.size(), "event"));
        }
        int failed = 0;
        for (String ref : refs) {
            try {
                new NamedEvent(ref, source).call(events, events::erase);
                out.println(Printable.line(ref) + "  erased");
            } catch (ApiFault fault) {
                failed++;
                out.println(Printable.line(ref) + "  " + fault.line());
            }
        }
        return failed == 0 ? 0 : 1;
    }
}
