package dev.surehook.server.cli;

import dev.surehook.server.SurehookServer;
import dev.surehook.server.settings.Flags;
import dev.surehook.server.settings.PostgresUrl;
import dev.surehook.server.settings.SettingsReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code surehook serve}. */
@Command(
        name = "serve",
        description = "Takes webhooks, keeps them, and forwards them until your application has them.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  export YCLOUD_WEBHOOK_SECRET=whsec_…",
            "  surehook serve --source ycloud --forward http://127.0.0.1:3000/webhook"
        })
final class ServeCommand implements Callable<Integer> {
    @Option(
            names = "--source",
            paramLabel = "NAME[=PROVIDER]",
            description = "take webhooks at /in/NAME; the provider is NAME unless given, the secret comes from"
                    + " NAME_WEBHOOK_SECRET; repeatable")
    private List<String> sources = List.of();

    @Option(names = "--forward", paramLabel = "URL", description = "bring the events to this URL")
    private @Nullable String forward;

    @Option(
            names = "--forward-as",
            paramLabel = "FORM",
            description = "sign forwarded events as this provider does, with the source's secret")
    private @Nullable String forwardAs;

    @Option(names = "--port", paramLabel = "PORT", description = "listen here (8080); 0 takes a free one")
    private @Nullable Integer port;

    @Option(names = "--data", paramLabel = "DIR", description = "keep events in this folder (./surehook-data)")
    private @Nullable Path data;

    @Option(names = "--database", paramLabel = "URL", description = "keep events in PostgreSQL instead")
    private @Nullable String database;

    @Option(
            names = "--allow-local",
            description = "send published events to this machine too, and without TLS: for trying it out")
    private boolean allowLocal;

    @Option(names = "--config", paramLabel = "FILE", description = "read settings from this YAML file")
    private @Nullable Path config;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> environment = System.getenv();
        if (database != null && PostgresUrl.showsPassword(database)) {
            spec.commandLine()
                    .getErr()
                    .println("surehook: warning: every user of this machine can see the password in --database: set"
                            + " SUREHOOK_DATABASE_PASSWORD, or the whole address in SUREHOOK_DATABASE_URL");
        }
        SurehookServer server =
                SurehookServer.start(SettingsReader.read(flags(), environment), environment, System.out);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "surehook-shutdown"));
        new CountDownLatch(1).await();
        return 0;
    }

    /** Stopping on a signal is the normal end: without halt the JVM would report 128 and the signal's number. */
    private static void stop(SurehookServer server) {
        server.close();
        System.out.println("Surehook has stopped");
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private Flags flags() {
        Map<String, String> values = new LinkedHashMap<>();
        Optional.ofNullable(port).ifPresent(value -> values.put("surehook.port", value.toString()));
        Optional.ofNullable(data).ifPresent(value -> values.put("surehook.data", value.toString()));
        Optional.ofNullable(database).ifPresent(value -> values.put("surehook.database.url", value));
        if (allowLocal) {
            values.put("surehook.targets.allow-local", "true");
        }
        return new Flags(
                values,
                sources.stream().map(Flags.SourceFlag::parse).toList(),
                Optional.ofNullable(config),
                Optional.ofNullable(forward),
                Optional.ofNullable(forwardAs));
    }
}
