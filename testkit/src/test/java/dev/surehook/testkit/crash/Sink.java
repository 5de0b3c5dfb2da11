package dev.surehook.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.store.Store;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import dev.surehook.testkit.outbox.SendingNode;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The endpoints: two that want what is published, and one that does not. They outlive every node. */
final class Sink implements AutoCloseable {
    static final String ONE = "/one";
    static final String TWO = "/two";
    static final List<String> WANTING = List.of(ONE, TWO);

    /** What an attempt takes from its signature to the receiver, on a busy machine. */
    private static final Duration FRESH = Duration.ofSeconds(10);

    private static final Verifier VERIFIER = Verifier.of(Providers.STANDARD_WEBHOOKS, List.of(SendingNode.SECRET));

    private final ScriptedReceiver receiver = ScriptedReceiver.start();

    ScriptedReceiver receiver() {
        return receiver;
    }

    /** Registers the endpoints in a new database. */
    String known(String target) {
        try (Store store = CrashDatabase.open(target)) {
            WANTING.forEach(path -> SendingCrashNode.addEndpoint(store, receiver.url(path), "order.*"));
            SendingCrashNode.addEndpoint(store, receiver.url("/other"), "invoice.*");
        }
        return target;
    }

    static String id(ReceivedRequest request) {
        return request.header("webhook-id");
    }

    /** Path and event's id, to the requests of that delivery, each with the event's bytes and signed anew. */
    Map<String, List<ReceivedRequest>> byDelivery() {
        List<ReceivedRequest> requests = receiver.requests();
        requests.forEach(Sink::mustBeGenuine);
        return requests.stream().collect(Collectors.groupingBy(request -> request.target() + " " + id(request)));
    }

    private static void mustBeGenuine(ReceivedRequest request) {
        assertThat(request.body()).as(id(request)).isEqualTo(SendingCrashNode.body(id(request)));
        SignedRequest signed = new SignedRequest("POST", "", request.headers(), request.body());
        assertThat(VERIFIER.verify(signed, request.at()).isVerified())
                .as("the signature of %s", id(request))
                .isTrue();
        Instant signedAt = Instant.ofEpochSecond(Long.parseLong(request.header("webhook-timestamp")));
        assertThat(Duration.between(signedAt, request.at()))
                .as("the age of the signature of %s", id(request))
                .isBetween(Duration.ZERO, FRESH);
    }

    @Override
    public void close() {
        receiver.close();
    }
}
