package dev.surehook.engine.delivery;

import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Way;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.engine.target.TargetUrl;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Signer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds the request of one attempt: the event's own bytes, its headers, and a signature made now. */
final class RequestWriter {
    private final ForwardTarget target;
    private final Signer signer;
    private final HeaderMapping mapping;
    private final TargetUrl url;
    private final Timeouts timeouts;

    RequestWriter(ForwardTarget target) {
        this.target = target;
        this.signer = target.form()
                .fold(
                        () -> Signer.of(Providers.STANDARD_WEBHOOKS, target.secrets()),
                        provider -> Signer.of(provider, target.secrets()));
        this.mapping = HeaderMapping.of(target.form());
        this.url = target.parsedUrl();
        Duration total = target.totalTimeout();
        Duration connect = target.connectTimeout();
        this.timeouts = new Timeouts(connect.compareTo(total) < 0 ? connect : total, total);
    }

    /** @throws IllegalArgumentException if the event's id cannot stand in a header that the form demands */
    Outbound write(Event event, int attempt, Instant now) {
        byte[] body = event.body();
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        copy(event.headers(), "Content-Type", headers);
        copy(event.headers(), "Content-Encoding", headers);
        headers.addAll(mapping.map(event.headers()));
        addOwn(event, attempt, headers);
        headers.addAll(
                signer.sign(idToSign(event), now, "POST", url.text(), body).lines());
        return new Outbound(url, headers, body, timeouts, Way.USUAL);
    }

    /** Ours has no dot, which the signed text uses as its separator, and no two sources share one. */
    private String idToSign(Event event) {
        return target.form().fold(() -> event.ref().value(), provider -> event.id());
    }

    private static void addOwn(Event event, int attempt, List<Map.Entry<String, String>> headers) {
        headers.add(Map.entry("Surehook-Source", event.source().value()));
        HeaderText.encoded(event.id()).ifPresent(id -> headers.add(Map.entry("Surehook-Event-Id", id)));
        HeaderText.encoded(event.type()).ifPresent(type -> headers.add(Map.entry("Surehook-Event-Type", type)));
        headers.add(Map.entry("Surehook-Event-Ref", event.ref().value()));
        headers.add(Map.entry("Surehook-Attempt", Integer.toString(attempt)));
        headers.add(Map.entry(
                "Surehook-Received-At",
                event.receivedAt().truncatedTo(ChronoUnit.MILLIS).toString()));
    }

    private static void copy(Headers from, String name, List<Map.Entry<String, String>> headers) {
        List<String> values =
                from.values(name).stream().filter(HeaderText::isValue).toList();
        if (!values.isEmpty()) {
            headers.add(Map.entry(name, String.join(", ", values)));
        }
    }
}
