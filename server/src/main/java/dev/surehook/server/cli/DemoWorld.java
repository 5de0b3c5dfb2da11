package dev.surehook.server.cli;

import dev.surehook.server.SurehookServer;
import dev.surehook.server.settings.Flags;
import dev.surehook.server.settings.SettingsReader;
import dev.surehook.signatures.Secret;
import dev.surehook.testkit.provider.FakeProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A server in a folder of its own, the two platforms that send to it, and the application behind it. */
final class DemoWorld implements AutoCloseable {
    /** Instead of 10 s, 30 s, 5 min and so on, for which nobody wants to wait in a demo. */
    static final Duration RETRY_DELAY = Duration.ofMillis(400);

    private static final int RETRIES = 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path folder;
    private final SurehookServer server;
    private final String apiKey;
    final DemoReceiver receiver;
    final FakeProvider ycloud;
    final FakeProvider wordpane;

    private DemoWorld(Path folder, DemoReceiver receiver, Map<String, String> secrets, SurehookServer server) {
        this.folder = folder;
        this.receiver = receiver;
        this.server = server;
        this.apiKey = secrets.getOrDefault("SUREHOOK_API_KEY", "");
        this.ycloud = FakeProvider.named("ycloud", Secret.of(secrets.getOrDefault("YCLOUD_WEBHOOK_SECRET", "")));
        this.wordpane = FakeProvider.named("wordpane", Secret.of(secrets.getOrDefault("WORDPANE_WEBHOOK_SECRET", "")));
    }

    static DemoWorld open() throws IOException {
        Map<String, String> secrets = secrets();
        DemoReceiver receiver = DemoReceiver.start(Secret.of(secrets.getOrDefault("SUREHOOK_FORWARD_SECRET", "")));
        Path folder = Files.createTempDirectory("surehook-demo-");
        try {
            SurehookServer server = SurehookServer.start(
                    SettingsReader.read(flags(folder, receiver), secrets),
                    secrets,
                    new PrintStream(OutputStream.nullOutputStream()));
            return new DemoWorld(folder, receiver, secrets, server);
        } catch (RuntimeException e) {
            receiver.close();
            delete(folder);
            throw e;
        }
    }

    ServerApi api() {
        return new ServerApi(server.url(), apiKey, null);
    }

    URI server() {
        return server.url();
    }

    URI intake(FakeProvider provider) {
        return server.url().resolve("/in/" + provider.provider().name());
    }

    private static Flags flags(Path folder, DemoReceiver receiver) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("surehook.port", "0");
        values.put("surehook.host", "127.0.0.1");
        values.put("surehook.data", folder.toString());
        String retries = String.join(",", Collections.nCopies(RETRIES, RETRY_DELAY.toMillis() + "ms"));
        for (String source : List.of("ycloud", "wordpane")) {
            values.put("surehook.sources." + source + ".retry", retries);
        }
        return new Flags(
                values,
                List.of(Flags.SourceFlag.parse("ycloud"), Flags.SourceFlag.parse("wordpane")),
                Optional.empty(),
                Optional.of(receiver.url()),
                Optional.empty());
    }

    /** Made up for this run; they stand where a real server looks for them, in the environment. */
    private static Map<String, String> secrets() {
        return Map.of(
                "YCLOUD_WEBHOOK_SECRET",
                "whsec_" + HexFormat.of().formatHex(random(16)),
                "WORDPANE_WEBHOOK_SECRET",
                HexFormat.of().formatHex(random(24)),
                "SUREHOOK_FORWARD_SECRET",
                "whsec_" + Base64.getEncoder().encodeToString(random(32)),
                "SUREHOOK_API_KEY",
                HexFormat.of().formatHex(random(24)));
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    @Override
    public synchronized void close() {
        server.close();
        receiver.close();
        delete(folder);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // Only temporary files are left behind; the outcome of the demo does not depend on them.
        }
    }
}
