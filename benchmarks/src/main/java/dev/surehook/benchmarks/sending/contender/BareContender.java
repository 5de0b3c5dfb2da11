package dev.surehook.benchmarks.sending.contender;

import dev.surehook.engine.delivery.HttpSender.Answered;
import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.delivery.HttpSender.Way;
import dev.surehook.engine.delivery.PooledSender;
import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.target.TargetUrl;
import dev.surehook.signatures.Signer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Surehook's HTTP client without a store: as many requests under way as Surehook has, each signed, nothing on record. */
final class BareContender implements Contender {
    private final PooledSender sender;
    private final List<TargetUrl> urls;
    private final Signer signer = Payload.signer();
    private final Recorded recorded = new Recorded();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger number = new AtomicInteger();
    private final int atOnce;

    private BareContender(PooledSender sender, Addresses addresses) {
        this.sender = sender;
        this.urls = IntStream.range(0, addresses.endpoints())
                .mapToObj(endpoint -> TargetUrl.parse(addresses.url(endpoint)))
                .toList();
        this.atOnce = SurehookNode.attemptsAtOnce(addresses.endpoints());
    }

    static BareContender open(Addresses addresses) {
        return new BareContender(PooledSender.open(SurehookNode.senderSettings(), InstantSource.system()), addresses);
    }

    @Override
    public void hold() {
        // Nothing comes by itself.
    }

    @Override
    public void store(int count) {
        left.addAndGet(count);
    }

    @Override
    public void release() {
        int first = Math.min(atOnce, left.get());
        for (int i = 0; i < first; i++) {
            sendNext();
        }
    }

    private void sendNext() {
        if (left.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
            send(Payload.unstamped());
        }
    }

    @Override
    public void submit() {
        send(Payload.stampedNow());
    }

    private void send(byte[] body) {
        int event = number.getAndIncrement();
        TargetUrl url = urls.get(event % urls.size());
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        headers.add(Map.entry("Content-Type", "application/json"));
        headers.addAll(signer.sign("evt-" + event, Instant.now(), "POST", url.text(), body)
                .lines());
        sender.send(new Outbound(url, headers, body, Profiles.STANDARD.timeouts(), Way.USUAL), this::ended);
    }

    private void ended(Sent sent) {
        if (!sent.fold(BareContender::isSuccess, none -> false)) {
            failures.incrementAndGet();
        }
        recorded.add();
        sendNext();
    }

    private static boolean isSuccess(Answered answered) {
        return answered.status() >= 200 && answered.status() < 300;
    }

    @Override
    public Recorded recorded() {
        return recorded;
    }

    @Override
    public Tally tally() {
        return new Tally(recorded.total(), recorded.total(), failures.get(), left.get());
    }

    @Override
    public String library() {
        return "bare HTTP client";
    }

    @Override
    public void close() {
        sender.close();
    }
}
