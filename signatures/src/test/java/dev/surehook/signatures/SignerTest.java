package dev.surehook.signatures;

import static dev.surehook.signatures.Samples.BODY;
import static dev.surehook.signatures.Samples.ED25519_PUBLIC;
import static dev.surehook.signatures.Samples.ED25519_SECRET;
import static dev.surehook.signatures.Samples.NOW;
import static dev.surehook.signatures.Samples.NOW_SECONDS;
import static dev.surehook.signatures.Samples.STANDARD_SECRET;
import static dev.surehook.signatures.Samples.YCLOUD_SECRET;
import static dev.surehook.signatures.Samples.secrets;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignerTest {
    private static Headers sign(Provider provider, String... secrets) {
        return Signer.of(provider, secrets(secrets)).sign("evt_1", NOW, "POST", "", BODY);
    }

    @Test
    void wordpane_gets_its_form_to_the_letter() {
        Headers headers = sign(Providers.WORDPANE, YCLOUD_SECRET);

        assertThat(headers)
                .isEqualTo(Headers.of(
                        "WordPane-Event-Id",
                        "evt_1",
                        "WordPane-Signature",
                        "t=" + NOW_SECONDS + ",v1=" + Samples.sign(BODY)));
        assertThat(headers.first("WordPane-Signature").orElseThrow()).matches("t=[0-9]+,v1=[0-9a-f]{64}");
    }

    @Test
    void ycloud_gets_one_s_for_each_secret() {
        assertThat(sign(Providers.YCLOUD, YCLOUD_SECRET))
                .isEqualTo(Headers.of("YCloud-Signature", "t=" + NOW_SECONDS + ",s=" + Samples.sign(BODY)));
        assertThat(sign(Providers.YCLOUD, "another secret of mine", YCLOUD_SECRET)
                        .first("YCloud-Signature")
                        .orElseThrow())
                .matches("t=[0-9]+,s=[0-9a-f]{64},s=" + Samples.sign(BODY));
    }

    @Test
    void standard_webhooks_gets_id_timestamp_and_one_list_for_all_keys() {
        byte[] body = "{\"test\": 2432232314}".getBytes(UTF_8);
        Headers headers = Signer.of(Providers.STANDARD_WEBHOOKS, secrets(ED25519_SECRET, STANDARD_SECRET))
                .sign("msg_p5jXN8AQM9LWM0D4loKWxJek", Instant.ofEpochSecond(1614265330), "POST", "", body);

        assertThat(headers)
                .isEqualTo(Headers.of(
                        "webhook-id",
                        "msg_p5jXN8AQM9LWM0D4loKWxJek",
                        "webhook-timestamp",
                        "1614265330",
                        "webhook-signature",
                        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5"
                                + "BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="));
    }

    @Test
    void svix_is_signed_under_its_own_names_only() {
        assertThat(sign(Providers.SVIX, STANDARD_SECRET).lines().stream().map(Map.Entry::getKey))
                .containsExactly("svix-id", "svix-timestamp", "svix-signature");
    }

    @Test
    void where_one_signature_fits_the_first_secret_signs() {
        assertThat(sign(Providers.GITHUB, YCLOUD_SECRET, "another secret of mine"))
                .isEqualTo(sign(Providers.GITHUB, YCLOUD_SECRET));
    }

    @Test
    void numbered_headers_get_one_signature_each() {
        Provider numbered = GenericHmac.named("acme")
                .signatureHeader("X-Acme-Signature-")
                .grammar("numbered")
                .provider();

        assertThat(sign(numbered, YCLOUD_SECRET, "another secret of mine").lines().stream()
                        .map(Map.Entry::getKey))
                .containsExactly("X-Acme-Signature-1", "X-Acme-Signature-2");
    }

    @Test
    void milliseconds_are_written_where_the_scheme_counts_them() {
        Provider millis = Providers.YCLOUD.withTimestampUnit(TimestampUnit.MILLIS);
        Instant now = NOW.plusMillis(7);

        assertThat(Signer.of(millis, secrets(YCLOUD_SECRET))
                        .sign("evt_1", now, "POST", "", BODY)
                        .first("YCloud-Signature"))
                .hasValue("t=" + now.toEpochMilli() + ",s=" + Samples.sign(now.toEpochMilli(), BODY));
    }

    @Test
    void a_public_key_cannot_sign() {
        assertThatThrownBy(() -> Signer.of(Providers.STANDARD_WEBHOOKS, secrets(STANDARD_SECRET, ED25519_PUBLIC)))
                .hasMessage("secret 2 of provider standard-webhooks is a public key; a sender needs the private key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "evt 1", "evt\r\nX-Evil: 1", "evt_\u00e9", "evt_\u0000"})
    void an_id_that_would_break_the_header_is_refused(String id) {
        Signer signer = Signer.of(Providers.WORDPANE, secrets(YCLOUD_SECRET));

        assertThatThrownBy(() -> signer.sign(id, NOW, "POST", "", BODY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the event id ");
    }

    @Test
    void a_timestamp_that_no_receiver_could_read_is_refused() {
        Signer signer = Signer.of(Providers.YCLOUD, secrets(YCLOUD_SECRET));

        for (Instant unreadable : List.of(Instant.ofEpochSecond(-1), Instant.ofEpochSecond(1_000_000_000_000L))) {
            assertThatThrownBy(() -> signer.sign("evt_1", unreadable, "POST", "", BODY))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cannot be signed; give the current time");
        }
    }
}
