package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Secret;
import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.provider.FakeProvider;
import dev.surehook.testkit.provider.HttpSender;
import dev.surehook.testkit.provider.ProviderRequest;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application whose tracing is set up as Spring Boot does it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class TraceTest {
    private TestApplication application;

    @BeforeAll
    void start() {
        application = TestApplication.start(Traced.class, "management.tracing.sampling.probability=1.0");
    }

    @AfterAll
    void stop() {
        application.close();
    }

    private static ProviderRequest withHeader(ProviderRequest request, String name, String value) {
        List<Map.Entry<String, String>> lines =
                new ArrayList<>(request.headers().lines());
        lines.add(Map.entry(name, value));
        return new ProviderRequest(Headers.of(lines), request.body(), request.id(), request.type());
    }

    @Test
    void a_trace_that_the_sender_began_goes_on_in_the_handler() throws Exception {
        ProviderRequest request = withHeader(
                FakeProvider.named("ycloud", Secret.of(TestApplication.SECRET)).request("contact.created"),
                "traceparent",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        int status = new HttpSender()
                .post(URI.create(application.url() + "/in/ycloud"), request)
                .status();
        application.webhooks().awaitProcessed(new Sent(request, status));

        TraceContext seen = application.bean(Handler.class).seen.remove();
        assertThat(seen.traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(seen.parentId()).isEqualTo("b7ad6b7169203331");
        assertThat(seen.sampled()).isTrue();
    }

    @Test
    void a_request_without_a_trace_begins_one_that_intake_and_handler_share() {
        Sent sent = application.webhooks().send(application.url(), "contact.created");
        application.webhooks().awaitProcessed(sent);

        String trace = application.webhooks().ref(sent).value().substring("evt_".length());
        TraceContext seen = application.bean(Handler.class).seen.remove();
        assertThat(seen.traceId()).isEqualTo(trace);
        assertThat(application.bean(InMemorySpanExporter.class).getFinishedSpanItems())
                .filteredOn(span -> span.getTraceId().equals(trace))
                .filteredOn(span -> span.getName().equals("surehook.intake"))
                .singleElement()
                .satisfies(intake -> assertThat(intake.getParentSpanId()).isEqualTo(seen.parentId()));
    }

    static class Handler {
        final BlockingQueue<TraceContext> seen = new LinkedBlockingQueue<>();
        private final Tracer tracer;

        Handler(Tracer tracer) {
            this.tracer = tracer;
        }

        @WebhookHandler
        void on(WebhookEvent event) {
            seen.add(Objects.requireNonNull(tracer.currentSpan(), event.id()).context());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Traced {
        @Bean
        InMemorySpanExporter spans() {
            return InMemorySpanExporter.create();
        }

        @Bean
        SpanProcessor atOnce(InMemorySpanExporter spans) {
            return SimpleSpanProcessor.create(spans);
        }

        @Bean
        Handler handler(Tracer tracer) {
            return new Handler(tracer);
        }
    }
}
