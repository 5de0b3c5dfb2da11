package dev.surehook.server.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "show",
        header = "Shows one event: headers, attempts, conflicts, body.",
        description = {
            "",
            "Control characters in what was received are left out, so that no event can play with your terminal. With"
                    + " --body the exact bytes are written and nothing else.",
        },
        parameterListHeading = "%n",
        optionListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:no such event, no server, or it refused", "2:the command was not understood"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  surehook events show evt_0123456789abcdef0123456789abcdef",
            "  surehook events show evt_0123456789abcdef0123456789abcdef --body | sha256sum"
        })
final class EventsShowCommand extends ApiCommand {
    private final OutputStream bytes;

    @Parameters(paramLabel = "REF", description = "the event's reference as events list shows it, or its provider's id")
    String ref = "";

    @Option(names = "--source", paramLabel = "NAME", description = "decides when events of several sources have an id")
    @Nullable
    String source;

    @Option(names = "--body", description = "writes only the exact bytes of the body")
    boolean bodyOnly;

    EventsShowCommand() {
        this(System.out);
    }

    EventsShowCommand(OutputStream bytes) {
        this.bytes = bytes;
    }

    @Override
    int run(ServerApi events, PrintWriter out) {
        NamedEvent event = new NamedEvent(ref, source);
        if (bodyOnly) {
            write(event.call(events, events::body));
        } else {
            print(event.call(events, events::show), out);
        }
        return 0;
    }

    private void write(byte[] body) {
        try {
            bytes.write(body);
            bytes.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the body", e);
        }
    }

    private void print(JsonNode event, PrintWriter out) {
        Ansi ansi = ansi();
        Table facts = new Table();
        facts.row(List.of(Table.Cell.of("state"), EventText.state(event)));
        for (String name : List.of(
                "ref",
                "source",
                "id",
                "type",
                "received_at",
                "size",
                "sha256",
                "reason",
                "next_attempt_at",
                "erased_at")) {
            String value = EventText.text(event, name);
            if (!value.isEmpty()) {
                facts.row(name.replace('_', ' '), value);
            }
        }
        facts.print(out, ansi, "");
        headers(event).print(section(out, "headers", event.path("headers").size()), ansi, "  ");
        attempts(event).print(section(out, "attempts", event.path("attempts").size()), ansi, "  ");
        conflicts(event).print(section(out, "conflicts", event.path("conflicts").size()), ansi, "  ");
        body(event, out);
    }

    private PrintWriter section(PrintWriter out, String name, int size) {
        if (size > 0) {
            out.println();
            out.println(Table.painted(name, "bold", ansi()));
        }
        return out;
    }

    private static Table headers(JsonNode event) {
        Table table = new Table();
        event.path("headers")
                .forEach(header -> table.row(EventText.text(header, "name"), EventText.text(header, "value")));
        return table;
    }

    private static Table attempts(JsonNode event) {
        Table table = new Table();
        event.path("attempts")
                .forEach(attempt -> table.row(
                        EventText.text(attempt, "number"),
                        EventText.text(attempt, "started_at"),
                        took(attempt),
                        EventText.text(attempt, "outcome"),
                        EventText.text(attempt, "detail")));
        return table;
    }

    /** An attempt that was begun and has no result has no duration either. */
    private static String took(JsonNode attempt) {
        String millis = EventText.text(attempt, "took_ms");
        return millis.isEmpty() ? "" : millis + " ms";
    }

    private static Table conflicts(JsonNode event) {
        Table table = new Table();
        event.path("conflicts")
                .forEach(conflict -> table.row(
                        "another body under this id, "
                                + Counted.times(conflict.path("times").asLong(0)),
                        EventText.text(conflict, "last_at"),
                        "sha256 " + EventText.text(conflict, "sha256")));
        return table;
    }

    private void body(JsonNode event, PrintWriter out) {
        if (!EventText.text(event, "erased_at").isEmpty()) {
            return;
        }
        section(out, "body", 1);
        JsonNode text = event.path("body_text");
        if (text.isString()) {
            out.println(Printable.lines(text.stringValue()));
        } else {
            out.println("  " + EventText.text(event, "size") + " bytes that are not text; write them with --body");
        }
        out.flush();
    }
}
