package dev.surehook.testkit.webhook;

import java.util.List;
import java.util.stream.Stream;

/** A source that {@link WebhookTest} names. */
record TestedSource(String name, String provider) {

    static List<TestedSource> of(WebhookTest test) {
        return Stream.of(test.value()).map(TestedSource::parse).toList();
    }

    private static TestedSource parse(String text) {
        int equals = text.indexOf('=');
        return equals < 0
                ? new TestedSource(text, text)
                : new TestedSource(text.substring(0, equals), text.substring(equals + 1));
    }

    WebhookTester tester() {
        return WebhookTester.of(name, provider, WebhookTest.SECRET);
    }
}
