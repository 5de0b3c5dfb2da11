package dev.surehook.engine.outbox;

import dev.surehook.engine.delivery.HttpSender;
import dev.surehook.engine.delivery.HttpSender.Answered;
import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.profile.Profiles;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes attempts that were begun: signs, sends, and says how each ended. Thread-safe. */
final class Attempts {
    /** Until what could not be sent for a reason of ours is tried again. */
    private static final Duration OUR_TROUBLE = Duration.ofMinutes(1);

    private final Targets targets;
    private final HttpSender sender;
    private final InstantSource clock;
    private final SendingListener listener;

    /**
     * An attempt that is over.
     *
     * @param endpoint nothing where it could not be read
     */
    record Ended(DeliveryEnd end, Optional<EndpointRef> endpoint) {
        long endpointNumber() {
            return end.delivery().ref().endpoint();
        }
    }

    Attempts(Targets targets, HttpSender sender, InstantSource clock, SendingListener listener) {
        this.targets = targets;
        this.sender = sender;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * Returns at once.
     *
     * @param ended hears of its end, on any thread
     * @return whether there is an attempt; not when the endpoint is gone, and what waits for it is being cancelled
     */
    boolean begin(DueDelivery delivery, Consumer<Ended> ended) {
        Targets.Prepared target;
        Instant startedAt = clock.instant();
        Outbound request;
        try {
            Optional<Targets.Prepared> found = targets.of(delivery);
            if (found.isEmpty()) {
                return false;
            }
            target = found.get();
            request = target.request(delivery, startedAt);
        } catch (RuntimeException | Error e) {
            listener.troubled("sending " + delivery.ref(), e);
            ended.accept(new Ended(notSent(delivery, startedAt), Optional.empty()));
            return true;
        }
        sender.send(
                request,
                sent -> ended.accept(new Ended(
                        end(delivery, target, request, startedAt, sent),
                        Optional.of(target.endpoint().ref()))));
        return true;
    }

    private static DeliveryEnd notSent(DueDelivery delivery, Instant startedAt) {
        return new DeliveryEnd(
                delivery,
                startedAt,
                Duration.ZERO,
                new DeliveryEnd.Retry(OUR_TROUBLE, false),
                0,
                "nothing was sent: this node could not make the request, and its log says why",
                new byte[0],
                Optional.empty(),
                Profiles.STANDARD.suspension());
    }

    private static DeliveryEnd end(
            DueDelivery delivery, Targets.Prepared target, Outbound request, Instant startedAt, Sent sent) {
        return new DeliveryEnd(
                delivery,
                startedAt,
                sent.took(),
                AnswerRule.next(sent, delivery.attemptOfRun(), target.profile()),
                sent.fold(Answered::status, none -> 0),
                AnswerRule.detail(sent),
                written(request),
                sent.fold(answered -> Optional.of(answered.body()), none -> Optional.<byte[]>empty())
                        .filter(body -> body.length > 0),
                target.profile().suspension());
    }

    /** What was sent, beside the body. */
    private static byte[] written(Outbound request) {
        StringBuilder text = new StringBuilder(512).append(request.url().text()).append('\n');
        for (Map.Entry<String, String> header : request.headers()) {
            text.append(header.getKey()).append(": ").append(header.getValue()).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
