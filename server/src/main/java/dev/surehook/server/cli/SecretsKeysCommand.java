package dev.surehook.server.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

@Command(
        name = "keys",
        header = "Lists the sealing keys, and how many secrets need each.",
        description = {
            "",
            "A key is shown by an id that tells nothing of it. One that no secret needs may be taken away."
        },
        optionListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:this server has every key that is needed",
            "1:it lacks one, no server, or it refused",
            "2:the command was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  surehook secrets keys"})
final class SecretsKeysCommand extends ApiCommand {

    @Override
    int run(ServerApi server, PrintWriter out) {
        Table table = new Table().heading("key", "secrets", "");
        boolean whole = true;
        for (JsonNode key : server.sealingKeys().path("keys")) {
            boolean known = key.path("known").asBoolean(false);
            whole &= known;
            table.row(
                    key.path("id").asString(""),
                    Long.toString(key.path("secrets").asLong(0)),
                    known ? key.path("seals").asBoolean(false) ? "seals" : "" : "not known to this server");
        }
        table.print(out, ansi(), "");
        return whole ? 0 : 1;
    }
}
