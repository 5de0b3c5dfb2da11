package dev.surehook.testkit.provider;

import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Providers;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a fake provider needs beyond the signature.
 *
 * @param folder where its samples lie
 * @param ids makes an id in the form that the provider uses, a new one each time
 * @param headers what it sends beside content type and signature headers, for an event of the given type
 */
record Platform(Provider provider, String folder, Supplier<String> ids, Function<String, Headers> headers) {
    private static final List<Platform> ALL = List.of(
            new Platform(
                    Providers.YCLOUD,
                    "ycloud",
                    () -> "evt_" + FreshValues.alphanumeric(24),
                    always("X-Webhook-Endpoint-ID", "wh" + FreshValues.hex(24))),
            new Platform(Providers.WORDPANE, "wordpane", Platform::uuid, always()),
            new Platform(
                    Providers.STANDARD_WEBHOOKS,
                    "standard-webhooks",
                    () -> "msg_" + FreshValues.alphanumeric(27),
                    always()),
            new Platform(Providers.SVIX, "standard-webhooks", () -> "msg_" + FreshValues.alphanumeric(27), always()),
            new Platform(
                    Providers.STRIPE,
                    "stripe",
                    () -> "evt_1" + FreshValues.alphanumeric(23),
                    always("User-Agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)")),
            new Platform(
                    Providers.GITHUB,
                    "github",
                    Platform::uuid,
                    type -> Headers.of(
                            "User-Agent",
                            "GitHub-Hookshot/5f1c2e7",
                            "X-GitHub-Hook-ID",
                            "412873506",
                            "X-GitHub-Event",
                            type)));

    static Platform named(String name) {
        return ALL.stream()
                .filter(platform -> platform.provider().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no fake provider " + name + "; there are " + String.join(", ", names())));
    }

    static List<String> names() {
        return ALL.stream().map(platform -> platform.provider().name()).toList();
    }

    String freshId() {
        return ids.get();
    }

    private static String uuid() {
        return UUID.randomUUID().toString();
    }

    private static Function<String, Headers> always(String... headers) {
        Headers same = Headers.of(headers);
        return type -> same;
    }
}
