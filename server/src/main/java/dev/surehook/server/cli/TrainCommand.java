package dev.surehook.server.cli;

import com.sun.net.httpserver.HttpServer;
import dev.surehook.server.SurehookServer;
import dev.surehook.server.settings.Flags;
import dev.surehook.server.settings.SettingsReader;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Signer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Runs the server for a moment and uses what a start uses, so that the Java runtime can write an archive of the classes
 * that it loaded. The launcher calls this once after a build.
 */
@Command(name = "train", hidden = true, description = "Runs for a moment, for the start-up archive.")
final class TrainCommand implements Callable<Integer> {
    private static final String SECRET = "whsec_only-for-the-training-run";
    private static final String API_KEY = "only-for-the-training-run";
    private static final int EVENTS = 20;

    @Parameters(paramLabel = "DIR", description = "an empty folder")
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        AtomicInteger received = new AtomicInteger();
        HttpServer receiver = receiver(received);
        Map<String, String> environment =
                Map.of("YCLOUD_WEBHOOK_SECRET", SECRET, "SUREHOOK_API_KEY", API_KEY, "SUREHOOK_PORT", "0");
        Flags flags = new Flags(
                Map.of("surehook.data", folder.toString()),
                List.of(Flags.SourceFlag.parse("ycloud")),
                Optional.empty(),
                Optional.of("http://127.0.0.1:" + receiver.getAddress().getPort() + "/"),
                Optional.empty());
        try (SurehookServer server = SurehookServer.start(
                SettingsReader.read(flags, environment),
                environment,
                new PrintStream(OutputStream.nullOutputStream()))) {
            use(server.url());
            awaitAll(received);
        } finally {
            receiver.stop(0);
        }
        return 0;
    }

    private static HttpServer receiver(AtomicInteger received) throws IOException {
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            received.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        return receiver;
    }

    private static void use(URI server) throws IOException {
        Signer signer = Signer.of(Providers.YCLOUD, List.of(Secret.of(SECRET)));
        for (int i = 0; i < EVENTS; i++) {
            String id = "evt_training_" + i;
            byte[] body = ("{\"id\":\"" + id + "\",\"type\":\"sms.message.updated\"}").getBytes(StandardCharsets.UTF_8);
            Headers headers = signer.sign(id, Instant.now(), "POST", server + "/in/ycloud", body);
            call(server.resolve("/in/ycloud"), headers, body);
        }
        Headers key = Headers.of("X-API-Key", API_KEY);
        call(server.resolve("/health"), Headers.empty(), null);
        call(server.resolve("/metrics"), Headers.empty(), null);
        call(server.resolve("/api/v1/events"), key, null);
        call(server.resolve("/api/v1/sources"), key, null);
    }

    private static void call(URI url, Headers headers, byte @org.jspecify.annotations.Nullable [] body)
            throws IOException {
        HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
        headers.lines().forEach(line -> connection.addRequestProperty(line.getKey(), line.getValue()));
        if (body != null) {
            connection.setDoOutput(true);
            connection.getOutputStream().write(body);
        }
        if (connection.getResponseCode() >= 300) {
            throw new IOException("training: " + url + " answered " + connection.getResponseCode());
        }
        connection.getInputStream().readAllBytes();
    }

    private static void awaitAll(AtomicInteger received) throws InterruptedException {
        long deadline = System.nanoTime() + 5_000_000_000L;
        while (received.get() < EVENTS && System.nanoTime() - deadline < 0) {
            Thread.sleep(20);
        }
    }
}
