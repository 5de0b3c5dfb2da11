package dev.surehook.server.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "list",
        header = "Lists events, newest first.",
        description = {
            "",
            "Below an event that is not simply done stand the number of its attempts, when it is tried again, and why."
        },
        optionListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:no server, or it refused", "2:the command was not understood"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  surehook events list",
            "  surehook events list --source ycloud --state parked --limit 100",
            "  surehook events list --type contact.created --since 1h",
            "  surehook events list --id 01J8ZS4Q6T"
        })
final class EventsListCommand extends ApiCommand {
    private static final int PAGE = 100;
    /** With these a line has 120 columns at most, the reference whole. */
    private static final int SOURCE_WIDTH = 14;

    private static final int TYPE_WIDTH = 33;

    @Mixin
    FilterOptions filter = new FilterOptions();

    @Option(names = "--limit", paramLabel = "N", description = "at most N events (default: ${DEFAULT-VALUE})")
    int limit = 20;

    @Override
    int run(ServerApi events, PrintWriter out) {
        if (limit < 1) {
            throw misused("--limit is at least 1");
        }
        Table table = new Table().heading("STATE", "RECEIVED", "SOURCE", "TYPE", "REF");
        Map<String, String> query = filter.query();
        int left = limit;
        String cursor = "";
        do {
            query.put("limit", Integer.toString(Math.min(left, PAGE)));
            JsonNode page = events.list(query);
            for (JsonNode event : page.path("events")) {
                table.row(row(event)).note(EventText.outlook(event));
                left--;
            }
            cursor = EventText.text(page, "next_cursor");
            query.put("cursor", cursor);
        } while (left > 0 && !cursor.isEmpty());
        if (left == limit) {
            out.println("no events");
            return 0;
        }
        table.print(out, ansi(), "");
        if (!cursor.isEmpty()) {
            out.println("there are more; raise --limit or narrow the filters");
        }
        return 0;
    }

    private static List<Table.Cell> row(JsonNode event) {
        return List.of(
                EventText.state(event),
                Table.Cell.of(EventText.time(EventText.text(event, "received_at"))),
                cell(event, "source", SOURCE_WIDTH),
                cell(event, "type", TYPE_WIDTH),
                Table.Cell.of(EventText.text(event, "ref")));
    }

    private static Table.Cell cell(JsonNode event, String name, int width) {
        return Table.Cell.of(Table.shortened(Printable.line(EventText.text(event, name)), width));
    }
}
