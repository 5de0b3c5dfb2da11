package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B9: schemes that sign the URL, behind a proxy that ends TLS. */
class PublicUrlTest {
    private static final String PUBLIC = "https://hooks.example.com/in/shop?a=1";

    @TempDir
    Path folder;

    private TestingServer.Starting shop() {
        return TestingServer.in(folder)
                .source("shop", "hmac")
                .set("sources.shop.scheme.signed", "{url}{body}")
                .set("sources.shop.scheme.header", "X-Shop-Signature");
    }

    private static int post(TestingServer server, String signedUrl, String... headers) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(TestingServer.SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] signature = mac.doFinal((signedUrl + "body").getBytes(StandardCharsets.UTF_8));
        HttpRequest.Builder request = HttpRequest.newBuilder(server.url("/in/shop?a=1"))
                .header("X-Shop-Signature", java.util.HexFormat.of().formatHex(signature))
                .POST(HttpRequest.BodyPublishers.ofString("body"));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return server.send(request).statusCode();
    }

    @Test
    void forwarded_headers_of_a_declared_proxy_are_believed() throws Exception {
        try (TestingServer server = shop().set("trusted-proxies", "127.0.0.0/8").start()) {
            assertThat(post(server, PUBLIC, "X-Forwarded-Proto", "https", "X-Forwarded-Host", "hooks.example.com"))
                    .isEqualTo(204);
            assertThat(post(
                            server,
                            "https://hooks.example.com:8443/in/shop?a=1",
                            "X-Forwarded-Proto",
                            "https",
                            "X-Forwarded-Host",
                            "hooks.example.com",
                            "X-Forwarded-Port",
                            "8443"))
                    .isEqualTo(204);
            assertThat(post(server, PUBLIC, "Forwarded", "for=1.2.3.4;proto=https;host=\"hooks.example.com\", for=x"))
                    .isEqualTo(204);
        }
    }

    @Test
    void forwarded_headers_of_anybody_else_are_ignored() throws Exception {
        try (TestingServer server = shop().set("trusted-proxies", "10.0.0.0/8").start()) {
            assertThat(post(server, PUBLIC, "X-Forwarded-Proto", "https", "X-Forwarded-Host", "hooks.example.com"))
                    .isEqualTo(401);
            assertThat(post(
                            server,
                            server.url("/in/shop?a=1").toString(),
                            "X-Forwarded-Proto",
                            "https",
                            "X-Forwarded-Host",
                            "hooks.example.com"))
                    .isEqualTo(204);
        }
    }

    @Test
    void a_public_url_that_is_set_wins_over_everything() throws Exception {
        try (TestingServer server = shop().set("trusted-proxies", "127.0.0.0/8")
                .set("sources.shop.public-url", "https://hooks.example.com/in/shop")
                .start()) {
            assertThat(post(server, PUBLIC, "X-Forwarded-Host", "other.example.com"))
                    .isEqualTo(204);
        }
    }
}
