package dev.surehook.server.api;

import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.endpoint.PayloadFilter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What a caller says of an endpoint. What is left out stays as it was; null takes it back to where it began. */
final class EndpointFields {
    static final Set<String> OF_A_CHANGE =
            Set.of("url", "name", "types", "filter", "headers", "limits", "client_identity");
    static final Set<String> OF_A_NEW_ONE =
            Set.of("url", "name", "types", "filter", "headers", "limits", "client_identity", "secret");

    private static final EndpointDraft EMPTY = new EndpointDraft("");

    private EndpointFields() {}

    static EndpointDraft made(Fields fields) {
        return changed(fields, EMPTY);
    }

    static EndpointDraft changed(Fields fields, EndpointDraft base) {
        return new EndpointDraft(
                or(fields, "url", () -> fields.text("url"), EMPTY.url(), base.url()),
                or(fields, "name", () -> fields.text("name"), EMPTY.name(), base.name()),
                or(fields, "types", () -> fields.texts("types"), List.of(), base.types()),
                fields.has("filter") ? filter(fields) : base.filter(),
                or(fields, "headers", () -> fields.textsByName("headers"), Map.of(), base.headers()),
                or(fields, "limits", () -> limits(fields, base.limits()), LaneLimits.STANDARD, base.limits()),
                fields.has("client_identity") ? fields.text("client_identity") : base.clientIdentity());
    }

    private static <T> T or(Fields fields, String name, Supplier<Optional<T>> read, T whenNull, T base) {
        return fields.has(name) ? read.get().orElse(whenNull) : base;
    }

    private static Optional<PayloadFilter> filter(Fields fields) {
        return fields.objectText("filter").flatMap(text -> {
            try {
                return Optional.of(PayloadFilter.parse(text));
            } catch (IllegalArgumentException e) {
                fields.fault("filter", "filter", String.valueOf(e.getMessage()));
                return Optional.empty();
            }
        });
    }

    private static Optional<LaneLimits> limits(Fields fields, LaneLimits base) {
        return fields.object("limits", Set.of("concurrency", "per_second", "in_order"))
                .map(limits -> {
                    int concurrency = checked(
                            limits, "concurrency", base.concurrency(), value -> new LaneLimits(value, 0, false));
                    int perSecond =
                            checked(limits, "per_second", base.perSecond(), value -> new LaneLimits(1, value, false));
                    return new LaneLimits(
                            concurrency, perSecond, limits.flag("in_order").orElse(base.inOrder()));
                });
    }

    /** The value, where the limits' own rule takes it. */
    private static int checked(Fields limits, String name, int base, java.util.function.IntFunction<LaneLimits> rule) {
        int value = limits.number(name).orElse(base);
        try {
            Object ignored = rule.apply(value);
            return value;
        } catch (IllegalArgumentException e) {
            limits.fault(name, "range", String.valueOf(e.getMessage()));
            return base;
        }
    }
}
