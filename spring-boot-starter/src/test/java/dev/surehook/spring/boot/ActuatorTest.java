package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;

/** What operators see and steer over the actuator. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class ActuatorTest {
    private TestApplication application;

    @BeforeAll
    void start() {
        application = TestApplication.start(
                Broken.class,
                "management.endpoints.web.exposure.include=health,surehook,metrics",
                "management.endpoint.health.show-details=always",
                "surehook.sources.ycloud.non-retryable=java.lang.IllegalStateException");
    }

    @BeforeEach
    void repair() {
        application.bean(Fuse.class).blown = true;
    }

    @AfterAll
    void stop() {
        application.close();
    }

    private HttpResponse<String> call(String path, String... json) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(application.url() + "/actuator" + path));
        if (json.length == 1) {
            request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(json[0]));
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void health_tells_of_the_database_and_of_parked_events() throws Exception {
        assertThat(call("/health").body()).contains("\"database\":\"postgresql\",\"writable\":true");
    }

    @Test
    void a_parked_event_is_listed_shown_and_replayed() throws Exception {
        Sent sent = application.webhooks().send(application.url(), "contact.created");
        assertThat(application.webhooks().awaitParked(sent)).contains("IllegalStateException");
        String ref = application.webhooks().ref(sent).toString();

        assertThat(call("/surehook?state=parked").body()).contains(ref, "\"state\":\"parked\"");
        assertThat(call("/surehook?state=processed").body()).doesNotContain(ref);
        assertThat(call("/surehook/" + ref + "?body=true").body())
                .contains("\"outcome\":\"parked\"")
                .contains(Base64.getEncoder().encodeToString(sent.request().body()));

        application.bean(Fuse.class).blown = false;
        assertThat(call("/surehook/" + ref, "{\"action\":\"replay\"}").body()).contains("queued");
        application.webhooks().awaitProcessed(sent);
        assertThat(call("/surehook/" + ref).body()).contains("\"state\":\"processed\"", "\"attempts\":2");
    }

    @Test
    void wrong_questions_get_an_answer_that_helps() throws Exception {
        String nobody = "/surehook/evt_" + "0".repeat(32);
        requireAnswer(call("/surehook?state=lost"), 400, "state is ready, blocked");
        requireAnswer(call("/surehook?limit=501"), 400, "limit 1 to 500");
        requireAnswer(call("/surehook?source=no%20name"), 400, "source the name of a source");
        requireAnswer(call("/surehook/evt_unknown"), 400, "named by their ref");
        requireAnswer(call("/surehook/evt_unknown", "{\"action\":\"replay\"}"), 400, "named by their ref");
        requireAnswer(call(nobody, "{\"action\":\"burn\"}"), 400, "action is replay or park");
        requireAnswer(call(nobody), 404, "no such event");
        for (String action : List.of("park", "replay")) {
            requireAnswer(call(nobody, "{\"action\":\"" + action + "\"}"), 404, "no such event");
        }
    }

    private static void requireAnswer(HttpResponse<String> answer, int status, String text) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(text);
    }

    @Test
    void accepting_and_handling_are_counted() {
        MeterRegistry meters = application.bean(MeterRegistry.class);
        long before = meters.get("surehook.accept")
                .tags("source", "ycloud", "outcome", "accepted")
                .timer()
                .count();
        application.bean(Fuse.class).blown = false;
        Sent sent = application.webhooks().send(application.url(), "sms.message.updated");
        application.webhooks().awaitProcessed(sent);
        assertThat(meters.get("surehook.accept")
                        .tags("source", "ycloud", "outcome", "accepted")
                        .timer()
                        .count())
                .isEqualTo(before + 1);
        assertThat(meters.get("surehook.handler")
                        .tag("handler", "Fuse.on")
                        .timer()
                        .count())
                .isPositive();
        assertThat(meters.get("surehook.oldest.due.age").gauge().value()).isNotNegative();
    }

    static class Fuse {
        volatile boolean blown = true;

        @WebhookHandler(source = "ycloud")
        void on(WebhookEvent event) {
            if (blown) {
                throw new IllegalStateException("blown by " + event.id());
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Broken {
        @Bean
        Fuse fuse() {
            return new Fuse();
        }

        @Bean
        SecurityFilterChain open(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .csrf(AbstractHttpConfigurer::disable)
                    .build();
        }
    }
}
