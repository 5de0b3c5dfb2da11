package dev.surehook.testkit.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link WebhookTest} without Spring. */
@WebhookTest("ycloud")
class PlainTest {

    @Test
    void what_is_sent_is_signed_with_the_secret_that_the_annotation_names(WebhookTester ycloud) {
        try (ScriptedReceiver receiver = ScriptedReceiver.start()) {
            assertThat(ycloud.at(receiver.url("/in/ycloud"))
                            .send("contact.created")
                            .status())
                    .isEqualTo(204);

            ReceivedRequest request =
                    receiver.awaitRequests(1, Duration.ofSeconds(5)).get(0);
            assertThat(Verifier.of(Providers.YCLOUD, List.of(Secret.of(WebhookTest.SECRET)))
                            .verify(new SignedRequest("POST", "", request.headers(), request.body()), Instant.now())
                            .isVerified())
                    .isTrue();
        }
    }

    @Test
    void without_a_url_it_says_how_to_give_one(WebhookTester ycloud) {
        assertThatThrownBy(() -> ycloud.send("contact.created")).hasMessageContaining("at(url)");
    }
}
