package dev.surehook.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.surehook.signatures.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpSenderTest {
    private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
    private final List<Headers> headers = new CopyOnWriteArrayList<>();
    private final FakeProvider provider = FakeProvider.named("ycloud", Secret.of("whsec_0123456789abcdef"));
    private final HttpSender sender = new HttpSender();
    private HttpServer server;
    private URI base;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/in", exchange -> {
            headers.add(exchange.getRequestHeaders());
            bodies.add(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().add("Location", "/in");
            byte[] text = "elsewhere".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(307, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        server.start();
        base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void bytesAndHeadersArriveAsTheyWereMade() throws IOException {
        ProviderRequest request = provider.request("whatsapp.inbound_message.received");
        Answer answer = sender.post(base.resolve("/in"), request);

        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.isSuccess()).isTrue();
        assertThat(bodies.get(0)).isEqualTo(request.body());
        request.headers()
                .lines()
                .forEach(line -> assertThat(headers.get(0).get(line.getKey())).containsExactly(line.getValue()));
    }

    @Test
    void noUpgradeOfTheProtocolIsAskedFor() throws IOException {
        sender.post(base.resolve("/in"), provider.request("contact.created"));

        assertThat(headers.get(0).keySet()).doesNotContain("Upgrade", "Http2-settings");
    }

    @Test
    void redirectsAreAnswersAndNotFollowed() throws IOException {
        Answer answer = sender.post(base.resolve("/moved"), provider.request("contact.created"));

        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.body()).isEqualTo("elsewhere");
        assertThat(answer.isSuccess()).isFalse();
        assertThat(bodies).isEmpty();
    }

    @Test
    void nobodyThereIsAFault() {
        server.stop(0);
        assertThatThrownBy(() -> sender.post(base, provider.request("contact.created")))
                .isInstanceOf(IOException.class);
    }
}
