package dev.surehook.benchmarks.signatures;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import com.svix.exceptions.WebhookVerificationException;
import dev.surehook.signatures.Verification;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Verification of an event of 1,024 bytes, keys prepared beforehand where the library can, headers and bodies in the
 * form that each library takes. The libraries that take text get it ready made, so they do not pay for decoding.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class VerificationBenchmark {

    @Benchmark
    public byte[] bareHmac(YCloudEvent event) {
        event.mac.update(event.timestampText);
        event.mac.update((byte) '.');
        return event.mac.doFinal(event.body);
    }

    @Benchmark
    public Verification ycloud(YCloudEvent event) {
        return event.verifier.verify(event.request, Instant.now());
    }

    /** Without reading the clock, which the bare HMAC does not do either. */
    @Benchmark
    public Verification ycloudAtAKnownTime(YCloudEvent event) {
        return event.verifier.verify(event.request, event.signedAt);
    }

    @Benchmark
    public Verification stripe(StripeEvent event) {
        return event.verifier.verify(event.request, Instant.now());
    }

    @Benchmark
    public boolean stripeByStripe(StripeEvent event) throws SignatureVerificationException {
        return Webhook.Signature.verifyHeader(event.text, event.header, event.secret, 300);
    }

    @Benchmark
    public Verification standardWebhooks(StandardWebhooksEvent event) {
        return event.verifier.verify(event.request, Instant.now());
    }

    @Benchmark
    public void standardWebhooksByStandardWebhooks(StandardWebhooksEvent event)
            throws com.standardwebhooks.exceptions.WebhookVerificationException {
        event.theirs.verify(event.text, event.headers);
    }

    @Benchmark
    public Verification svix(SvixEvent event) {
        return event.verifier.verify(event.request, Instant.now());
    }

    @Benchmark
    public void svixBySvix(SvixEvent event) throws WebhookVerificationException {
        event.theirs.verify(event.text, event.headers);
    }
}
