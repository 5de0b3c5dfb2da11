package dev.surehook.engine.delivery;

import dev.surehook.engine.event.Event;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Signer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/** Builds the request of one attempt: the event's own bytes, its headers, and a signature made now. */
final class RequestWriter {
    private final ForwardTarget target;
    private final Signer signer;
    private final HeaderMapping mapping;

    RequestWriter(ForwardTarget target) {
        this.target = target;
        this.signer = target.form()
                .fold(
                        () -> Signer.of(Providers.STANDARD_WEBHOOKS, target.secrets()),
                        provider -> Signer.of(provider, target.secrets()));
        this.mapping = HeaderMapping.of(target.form());
    }

    /** @throws IllegalArgumentException if the event's id cannot stand in a header that the form demands */
    HttpPost write(Event event, int attempt, Instant now) {
        byte[] body = event.body();
        HttpPost request = new HttpPost(target.url());
        copy(event.headers(), "Content-Type", request);
        copy(event.headers(), "Content-Encoding", request);
        mapping.map(event.headers()).forEach(line -> request.addHeader(line.getKey(), line.getValue()));
        addOwn(event, attempt, request);
        String url = target.url().toASCIIString();
        for (Map.Entry<String, String> line :
                signer.sign(idToSign(event), now, "POST", url, body).lines()) {
            request.addHeader(line.getKey(), line.getValue());
        }
        // The very array that was signed: nothing between here and the socket rewrites it.
        request.setEntity(new ByteArrayEntity(body, null));
        return request;
    }

    /** Ours has no dot, which the signed text uses as its separator, and no two sources share one. */
    private String idToSign(Event event) {
        return target.form().fold(() -> event.ref().value(), provider -> event.id());
    }

    private static void addOwn(Event event, int attempt, HttpPost request) {
        request.addHeader("Surehook-Source", event.source().value());
        HeaderText.encoded(event.id()).ifPresent(id -> request.addHeader("Surehook-Event-Id", id));
        HeaderText.encoded(event.type()).ifPresent(type -> request.addHeader("Surehook-Event-Type", type));
        request.addHeader("Surehook-Event-Ref", event.ref().value());
        request.addHeader("Surehook-Attempt", Integer.toString(attempt));
        request.addHeader(
                "Surehook-Received-At",
                event.receivedAt().truncatedTo(ChronoUnit.MILLIS).toString());
    }

    private static void copy(Headers from, String name, HttpPost request) {
        List<String> values =
                from.values(name).stream().filter(HeaderText::isValue).toList();
        if (!values.isEmpty()) {
            request.addHeader(name, String.join(", ", values));
        }
    }
}
