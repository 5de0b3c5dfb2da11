package dev.surehook.server.cli;

import dev.surehook.server.SurehookServer;
import dev.surehook.server.settings.Flags;
import dev.surehook.server.settings.SettingsReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real server that keeps YCloud's events, and the commands as a user would run them beside it. */
final class RunningServer implements AutoCloseable {
    static final String SECRET = "whsec_0123456789abcdef0123456789abcdef";
    static final String API_KEY = "the-api-key-of-the-tests";

    private static final Map<String, String> ENVIRONMENT =
            Map.of("YCLOUD_WEBHOOK_SECRET", SECRET, "SUREHOOK_API_KEY", API_KEY);

    private final SurehookServer server;

    private RunningServer(SurehookServer server) {
        this.server = server;
    }

    static RunningServer start(Path folder) {
        return start(folder, Map.of());
    }

    static RunningServer start(Path folder, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.putAll(Map.of("surehook.port", "0", "surehook.host", "127.0.0.1", "surehook.data", folder.toString()));
        Flags flags = new Flags(
                settings,
                List.of(Flags.SourceFlag.parse("ycloud")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new RunningServer(SurehookServer.start(
                SettingsReader.read(flags, ENVIRONMENT),
                ENVIRONMENT,
                new PrintStream(OutputStream.nullOutputStream())));
    }

    String url() {
        return server.url().toString();
    }

    Shell send(String... arguments) {
        List<String> all = new ArrayList<>(List.of("ycloud", "--to", server.url() + "/in/ycloud"));
        all.addAll(List.of(arguments));
        return Shell.run(new SendCommand(ENVIRONMENT::get), all.toArray(new String[0]));
    }

    Shell events(Object command, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--url", server.url().toString(), "--api-key", API_KEY));
        return Shell.run(command, all.toArray(new String[0]));
    }

    Shell events(String... arguments) {
        return events(new EventsCommand(), arguments);
    }

    @Override
    public void close() {
        server.close();
    }
}
