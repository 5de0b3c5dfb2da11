package dev.surehook.server.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

@Command(
        name = "reseal",
        header = "Encrypts every signing secret with the newest sealing key.",
        description = {
            "",
            "For replacing a sealing key: when every node has the new one first and the old one behind it. Secrets"
                    + " themselves stay as they are, and nodes go on sending. May be broken off and run again."
        },
        optionListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no secret needs any other key",
            "1:some do, no server, or it refused",
            "2:the command was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  surehook secrets reseal"})
final class SecretsResealCommand extends ApiCommand {

    @Override
    int run(ServerApi server, PrintWriter out) {
        long lookedAt = 0;
        long rewritten = 0;
        String cursor = "";
        do {
            JsonNode step = server.reseal(cursor);
            lookedAt += step.path("looked_at").asLong(0);
            rewritten += step.path("rewritten").asLong(0);
            step.path("unopenable").forEach(line -> out.println(Printable.line(line.asString(""))));
            cursor = step.path("next_cursor").asString("");
        } while (!cursor.isEmpty());
        out.println(Counted.of(rewritten, "secret") + " of " + lookedAt + " rewritten");
        return told(server.sealingKeys(), out);
    }

    /** As it is now, not as the steps left it: a node that seals with another key may have done so meanwhile. */
    private static int told(JsonNode keys, PrintWriter out) {
        List<String> others = new ArrayList<>();
        for (JsonNode key : keys.path("keys")) {
            long secrets = key.path("secrets").asLong(0);
            if (!key.path("seals").asBoolean(false) && secrets > 0) {
                others.add("key " + Printable.line(key.path("id").asString("")) + " is still needed by "
                        + Counted.of(secrets, "secret"));
            }
        }
        others.forEach(out::println);
        out.println(
                others.isEmpty()
                        ? "no other key is needed: older ones may be taken away, on nodes that have the newest first"
                        : "keep it; run this again when every node has the newest key first");
        return others.isEmpty() ? 0 : 1;
    }
}
