package dev.surehook.spring;

import dev.surehook.signatures.Provider;
import java.util.List;
import java.util.Map;

/** Where a provider's envelope holds what happened. */
final class PayloadPlace {
    /** By provider; YCloud names the member after the kind of object, so it is the one that is an object. */
    private static final Map<String, List<String>> PLACES = Map.of(
            "ycloud", List.of(PayloadReader.THE_OBJECT),
            "wordpane", List.of("data"),
            "standard-webhooks", List.of("data"),
            "svix", List.of("data"),
            "stripe", List.of("data", "object"));

    private PayloadPlace() {}

    /** The path to it; empty where the whole body is the payload. */
    static List<String> of(Provider provider) {
        return PLACES.getOrDefault(provider.name(), List.of());
    }
}
