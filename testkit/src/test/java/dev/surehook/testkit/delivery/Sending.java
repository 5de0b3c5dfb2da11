package dev.surehook.testkit.delivery;

import dev.surehook.engine.delivery.HttpSender;
import dev.surehook.engine.delivery.HttpSender.Answered;
import dev.surehook.engine.delivery.HttpSender.NoAnswer;
import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.delivery.HttpSender.Way;
import dev.surehook.engine.delivery.PooledSender;
import dev.surehook.engine.delivery.SenderSettings;
import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.engine.target.AddressRules;
import dev.surehook.engine.target.Names;
import dev.surehook.engine.target.TargetUrl;
import dev.surehook.engine.tls.Trust;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What the tests of sending share. */
final class Sending {
    static final Duration TOTAL = Duration.ofSeconds(8);
    static final Timeouts USUAL = new Timeouts(Duration.ofSeconds(5), TOTAL);
    static final byte[] BODY = "{\"id\":\"x\"}".getBytes(StandardCharsets.UTF_8);

    private Sending() {}

    /** To receivers on this machine. */
    static PooledSender local() {
        return open(AddressRules.allowing(List.of("localhost")), Trust.system());
    }

    static PooledSender open(AddressRules rules, Trust trust) {
        return PooledSender.open(new SenderSettings(rules, 16, 8, trust, Optional.empty()), Forwarding.clock());
    }

    static PooledSender open(AddressRules rules, Names names) {
        return PooledSender.open(
                new SenderSettings(rules, 16, 8, Trust.system(), Optional.empty()), Forwarding.clock(), names);
    }

    static Outbound post(URI url) {
        return post(url.toString(), USUAL);
    }

    static Outbound post(String url, Timeouts timeouts) {
        return post(url, timeouts, Way.USUAL);
    }

    static Outbound post(String url, Timeouts timeouts, Way way) {
        return new Outbound(
                TargetUrl.parse(url), List.of(Map.entry("Content-Type", "application/json")), BODY, timeouts, way);
    }

    static Sent send(HttpSender sender, URI url) {
        return send(sender, post(url));
    }

    static Sent send(HttpSender sender, Outbound request) {
        CompletableFuture<Sent> end = new CompletableFuture<>();
        sender.send(request, end::complete);
        try {
            return end.get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the end of the attempt was not told", e);
        }
    }

    /** The status, or the reason why there is none. */
    static String result(Sent sent) {
        return sent.fold(answered -> Integer.toString(answered.status()), NoAnswer::reason);
    }

    static Answered answered(Sent sent) {
        return sent.fold(answered -> answered, none -> {
            throw new AssertionError("no answer: " + none.reason());
        });
    }

    static boolean refused(Sent sent) {
        return sent.fold(answered -> false, NoAnswer::refused);
    }

    static InetAddress[] addresses(String... texts) {
        return java.util.Arrays.stream(texts)
                .map(text -> TargetUrl.parse("http://" + text + "/").address().orElseThrow())
                .toArray(InetAddress[]::new);
    }
}
