package dev.surehook.testkit.delivery;

import static dev.surehook.testkit.delivery.Forwarding.SECRETS;
import static dev.surehook.testkit.delivery.Forwarding.SECRET_TEXT;
import static dev.surehook.testkit.delivery.Forwarding.clock;
import static dev.surehook.testkit.delivery.Forwarding.event;
import static dev.surehook.testkit.delivery.Forwarding.forwarder;
import static dev.surehook.testkit.delivery.Forwarding.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.delivery.ForwardForm;
import dev.surehook.engine.delivery.ForwardTarget;
import dev.surehook.engine.delivery.Forwarder;
import dev.surehook.engine.work.EventHandler.Failed;
import dev.surehook.engine.work.EventHandler.Outcome;
import dev.surehook.engine.work.EventHandler.Processed;
import dev.surehook.signatures.Providers;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardSecrecyTest {
    private static final String TOKEN = "ZZZ9";

    @Test
    void D22_no_request_carries_the_secret_in_any_encoding() {
        try (ScriptedReceiver receiver = ScriptedReceiver.start()) {
            for (ForwardForm form : List.of(
                    ForwardForm.surehook(), ForwardForm.as(Providers.YCLOUD), ForwardForm.as(Providers.WORDPANE))) {
                try (Forwarder forwarder =
                        Forwarder.open(new ForwardTarget(receiver.url("/"), form, SECRETS), 1, clock())) {
                    for (int i = 1; i <= 34; i++) {
                        assertThat(forwarder.forward(event(), i)).isInstanceOf(Processed.class);
                    }
                }
            }
            assertThat(receiver.requests()).hasSizeGreaterThan(100);
            for (ReceivedRequest request : receiver.requests()) {
                String captured = (request.headText() + request.bodyText()).toLowerCase(Locale.ROOT);
                assertThat(disguises())
                        .noneSatisfy(secret -> assertThat(captured).contains(secret));
            }
        }
    }

    @Test
    void G1_no_failure_shows_the_query_of_the_url_or_the_secret() {
        List<Outcome> outcomes = new ArrayList<>();
        outcomes.add(attempt(URI.create("http://nowhere.invalid/h?token=" + TOKEN)));
        try (ScriptedReceiver receiver = ScriptedReceiver.start()) {
            String query = "/h?token=" + TOKEN;
            for (Answer answer : List.of(
                    Answer.status(500),
                    Answer.status(410),
                    Answer.redirect(302, query),
                    Answer.reset(),
                    Answer.closeWithoutAnswer(),
                    Answer.raw(("HTTP/1.1 " + TOKEN + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII)))) {
                receiver.respond(answer);
                outcomes.add(attempt(receiver.url(query)));
            }
            outcomes.add(attempt(URI.create("https://127.0.0.1:" + receiver.port() + query)));
            receiver.stop();
            outcomes.add(attempt(receiver.url(query)));
        }

        assertThat(outcomes).hasSize(9).allSatisfy(outcome -> {
            assertThat(outcome).isNotInstanceOf(Processed.class);
            assertThat(outcome.detail())
                    .doesNotContain(TOKEN)
                    .doesNotContain("token")
                    .doesNotContain(SECRET_TEXT)
                    .doesNotContain("\n");
        });
        assertThat(outcomes.get(0)).isInstanceOf(Failed.class);
    }

    @Test
    void G1_a_target_prints_without_query_and_secret() {
        assertThat(target(URI.create("https://r.test:8443/h?token=" + TOKEN)))
                .hasToString("ForwardTarget[https://r.test:8443/h?***, surehook]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://r.test/?token=ZZZ9",
                "r.test/?token=ZZZ9",
                "http:///h?token=ZZZ9",
                "http://user:ZZZ9@r.test/",
                "http://us er:ZZZ9@r.test/",
                "http://r.test/h?token=ZZZ9#part",
                "http://r.test:0/h?token=ZZZ9",
                "http://r.test:70000/h?token=ZZZ9",
                "http://my_host/h?token=ZZZ9",
                "http://r.test/h?token=ZZZ9 x",
                ""
            })
    void G1_a_url_that_cannot_be_used_is_refused_in_one_line_that_does_not_repeat_it(String url) {
        assertThatThrownBy(() -> ForwardTarget.parseUrl(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the forward URL")
                .hasMessageNotContainingAny(TOKEN, "\n")
                .hasNoCause();
    }

    @Test
    void a_usable_url_is_taken_as_it_is() {
        assertThat(ForwardTarget.parseUrl(" HTTPS://[::1]:3000/a%20b?c=d&e "))
                .hasToString("HTTPS://[::1]:3000/a%20b?c=d&e");
    }

    @Test
    void a_target_without_a_usable_secret_is_refused() {
        URI url = URI.create("http://127.0.0.1/");
        assertThatThrownBy(() -> new ForwardTarget(url, ForwardForm.surehook(), List.of()))
                .hasMessage("forwarding needs a secret to sign with; a blank one is none");
        assertThatThrownBy(() ->
                        new ForwardTarget(url, ForwardForm.surehook(), List.of(dev.surehook.signatures.Secret.of(" "))))
                .hasMessage("forwarding needs a secret to sign with; a blank one is none");
    }

    private static Outcome attempt(URI url) {
        try (Forwarder forwarder = forwarder(url)) {
            return forwarder.forward(event(), 1);
        }
    }

    private static List<String> disguises() {
        byte[] text = SECRET_TEXT.getBytes(StandardCharsets.UTF_8);
        String plain = SECRET_TEXT.substring("whsec_".length());
        byte[] key = Base64.getDecoder().decode(plain);
        List<String> disguises = new ArrayList<>();
        for (byte[] bytes : List.of(text, key)) {
            disguises.add(new String(bytes, StandardCharsets.UTF_8));
            disguises.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
            disguises.add(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
            disguises.add(HexFormat.of().formatHex(bytes));
            disguises.add(new StringBuilder(new String(bytes, StandardCharsets.UTF_8))
                    .reverse()
                    .toString());
        }
        disguises.add(URLEncoder.encode(SECRET_TEXT, StandardCharsets.UTF_8));
        return disguises.stream().map(text1 -> text1.toLowerCase(Locale.ROOT)).toList();
    }
}
