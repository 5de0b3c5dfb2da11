package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.Event;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Secret;
import dev.surehook.spring.SurehookReceiver;
import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.provider.Answer;
import dev.surehook.testkit.provider.FakeProvider;
import dev.surehook.testkit.provider.HttpSender;
import dev.surehook.testkit.provider.ProviderRequest;
import dev.surehook.testkit.webhook.WebhookTester;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.CommonsRequestLoggingFilter;
import org.springframework.web.filter.FormContentFilter;
import org.springframework.web.filter.HiddenHttpMethodFilter;
import org.springframework.web.util.ContentCachingRequestWrapper;

/** The exact bytes arrive, whatever the application around the starter does to requests. */
class HostileHostTest {
    private static final String TYPE = "whatsapp.inbound_message.received";

    private static void requireExactly(TestApplication application, ProviderRequest request, int status) {
        assertThat(status).isEqualTo(204);
        WebhookTester webhooks = application.webhooks();
        Sent sent = new Sent(request, status);
        webhooks.awaitProcessed(sent);
        Event stored = application
                .bean(SurehookReceiver.class)
                .engine()
                .log()
                .find(webhooks.ref(sent))
                .orElseThrow()
                .event();
        assertThat(stored.body()).isEqualTo(request.body());
    }

    private static int post(TestApplication application, ProviderRequest request) throws IOException {
        URI url = URI.create(application.url() + "/in/ycloud");
        return new HttpSender().post(url, request).status();
    }

    private static ProviderRequest signed() {
        return FakeProvider.named("ycloud", Secret.of(TestApplication.SECRET)).request(TYPE);
    }

    private static ProviderRequest withContentType(ProviderRequest request, String contentType) {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        for (Map.Entry<String, String> line : request.headers().lines()) {
            lines.add(line.getKey().equalsIgnoreCase("Content-Type") ? Map.entry(line.getKey(), contentType) : line);
        }
        return new ProviderRequest(Headers.of(lines), request.body(), request.id(), request.type());
    }

    @Test
    void A2_filters_that_read_parameters_do_not_eat_a_body_that_calls_itself_a_form() throws Exception {
        try (TestApplication application = TestApplication.start(Filters.class)) {
            for (String type : List.of(
                    "application/json",
                    "application/x-www-form-urlencoded",
                    "application/x-www-form-urlencoded; charset=UTF-16",
                    "multipart/form-data; boundary=x",
                    "text/plain")) {
                ProviderRequest request = withContentType(signed(), type);
                requireExactly(application, request, post(application, request));
            }
        }
    }

    @Test
    void A3_security_with_csrf_on_lets_webhooks_in_and_nothing_else() throws Exception {
        try (TestApplication application = TestApplication.start(List.of(Secured.class, Handling.class))) {
            ProviderRequest request = signed();
            requireExactly(application, request, post(application, request));
            assertThat(application
                            .webhooks()
                            .sendTampered(application.url(), TYPE)
                            .status())
                    .isEqualTo(401);
            URI own = URI.create(application.url() + "/own");
            assertThat(new HttpSender().post(own, signed()).status()).isIn(401, 403);
        }
    }

    @Test
    void a_context_path_and_a_base_path_of_ones_own_are_honoured() throws Exception {
        try (TestApplication application = TestApplication.start(
                Handling.class, "server.servlet.context-path=/shop", "surehook.base-path=/hooks")) {
            ProviderRequest request = signed();
            int status = new HttpSender()
                    .post(URI.create(application.url() + "/hooks/ycloud"), request)
                    .status();
            requireExactly(application, request, status);
        }
    }

    @Test
    void a_large_body_that_comes_in_pieces_arrives_whole() throws Exception {
        try (TestApplication application = TestApplication.start(Filters.class)) {
            String text = "x".repeat(600_000) + "\u00e9\ud83d\ude00";
            byte[] body = ("{\"id\":\"evt_large\",\"type\":\"" + TYPE
                            + "\",\"apiVersion\":\"v2\",\"whatsappInboundMessage\":{\"from\":\"+1\",\"type\":\"" + text
                            + "\"}}")
                    .getBytes(StandardCharsets.UTF_8);
            FakeProvider provider = FakeProvider.named("ycloud", Secret.of(TestApplication.SECRET));
            ProviderRequest request = provider.request(provider.event(body, Optional.empty(), Optional.empty()));
            requireExactly(application, request, post(application, request));
        }
    }

    @Test
    void the_answers_have_no_body_and_the_applications_error_page_is_not_shown() throws Exception {
        try (TestApplication application = TestApplication.start(Handling.class)) {
            URI unknown = URI.create(application.url() + "/in/nobody");
            assertThat(new HttpSender().post(unknown, signed()))
                    .returns(404, Answer::status)
                    .returns("", Answer::body);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Handling {
        @Bean
        Handler handler() {
            return new Handler();
        }
    }

    static class Handler {
        @WebhookHandler(source = "ycloud")
        void on(WebhookEvent event) {
            assertThat(event.body().length()).isPositive();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Filters extends Handling {
        @Bean
        HiddenHttpMethodFilter hiddenMethods() {
            return new HiddenHttpMethodFilter();
        }

        @Bean
        FormContentFilter forms() {
            return new FormContentFilter();
        }

        @Bean
        CommonsRequestLoggingFilter logging() {
            CommonsRequestLoggingFilter filter = new CommonsRequestLoggingFilter();
            filter.setIncludePayload(true);
            return filter;
        }

        /** Reads everything, early. */
        @Bean
        FilterRegistrationBean<Filter> greedy() {
            FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
                ContentCachingRequestWrapper wrapper =
                        new ContentCachingRequestWrapper((HttpServletRequest) request, 1_000);
                wrapper.getParameterMap();
                wrapper.getInputStream().readAllBytes();
                chain.doFilter(wrapper, response);
            });
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
            return registration;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Secured {
        @Bean
        SecurityFilterChain everythingNeedsALogin(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .build();
        }

        @Bean
        Own own() {
            return new Own();
        }
    }

    @RestController
    static class Own {
        @PostMapping("/own")
        String own() {
            return "mine";
        }
    }
}
