package dev.surehook.benchmarks.signatures;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.stripe.net.Webhook;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import java.security.GeneralSecurityException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** An event signed by Stripe's own library, signed anew for each iteration. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up
public class StripeEvent {

    final String secret = "whsec_00112233445566778899aabbccddeeff";
    final String text = Bodies.TEXT;
    String header;
    SignedRequest request;
    Verifier verifier;

    @Setup(Level.Iteration)
    public void sign() throws GeneralSecurityException {
        header = Webhook.Signature.generateSignatureHeader(text, secret);
        request = new SignedRequest(
                "POST", "http://127.0.0.1/in/stripe", Headers.of("Stripe-Signature", header), text.getBytes(UTF_8));
        verifier = Bodies.accepting(Providers.STRIPE, secret, request);
    }
}
