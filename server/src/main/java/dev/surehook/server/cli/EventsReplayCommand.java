package dev.surehook.server.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "replay",
        header = "Works events off again, whatever became of them.",
        description = {
            "",
            "The retry budget of each starts anew and attempts go on counting. Give references, or --all with filters.",
        },
        parameterListHeading = "%n",
        optionListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all of them are back at work",
            "1:some are not, no server, or it refused",
            "2:the command was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  surehook events replay evt_0123456789abcdef0123456789abcdef",
            "  surehook events replay --all --source ycloud --state parked"
        })
final class EventsReplayCommand extends ApiCommand {
    private static final int MOST = 1_000_000;

    @Parameters(
            paramLabel = "REF",
            arity = "0..*",
            description = "references as events list shows them, or ids of the provider")
    List<String> refs = List.of();

    @Option(names = "--all", description = "all events that the filters select; at least one filter is needed")
    boolean all;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "at most N of them, the oldest first (default: no limit)")
    int limit = MOST;

    @Mixin
    FilterOptions filter = new FilterOptions();

    @Override
    int run(ServerApi events, PrintWriter out) {
        if (all == !refs.isEmpty()) {
            throw misused("give references, or --all with filters");
        }
        if (!all) {
            if (!filter.isNothingButSource()) {
                throw misused("with references only --source means something; the other filters go with --all");
            }
            return each(events, out);
        }
        if (filter.query().isEmpty()) {
            throw misused("--all needs a filter, such as --state parked");
        }
        if (limit < 1 || limit > MOST) {
            throw misused("--limit lies between 1 and " + MOST);
        }
        Map<String, String> query = filter.query();
        query.put("limit", Integer.toString(limit));
        long replayed = events.replayAll(query).path("replayed").asLong(0);
        out.println(Counted.of(replayed, "event") + (replayed == 1 ? " is" : " are") + " back at work");
        return 0;
    }

    private int each(ServerApi events, PrintWriter out) {
        int failed = 0;
        for (String ref : refs) {
            try {
                new NamedEvent(ref, filter.source).call(events, events::replay);
                out.println(Printable.line(ref) + "  back at work");
            } catch (ApiFault fault) {
                failed++;
                out.println(Printable.line(ref) + "  " + fault.line());
            }
        }
        return failed == 0 ? 0 : 1;
    }
}
