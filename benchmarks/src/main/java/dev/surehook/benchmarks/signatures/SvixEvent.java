package dev.surehook.benchmarks.signatures;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.svix.Webhook;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** An event signed by Svix's own library, signed anew for each iteration. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up
public class SvixEvent {

    private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    private static final String ID = "msg_0123456789abcdef";

    final String text = Bodies.TEXT;
    Webhook theirs;
    Map<String, List<String>> headers;
    SignedRequest request;
    Verifier verifier;

    @Setup(Level.Iteration)
    public void sign() throws Exception {
        long timestamp = Instant.now().getEpochSecond();
        theirs = new Webhook(SECRET);
        String signature = theirs.sign(ID, timestamp, text);
        headers = Map.of(
                "svix-id", List.of(ID),
                "svix-timestamp", List.of(Long.toString(timestamp)),
                "svix-signature", List.of(signature));
        theirs.verify(text, headers);
        Headers ours = Headers.of(
                "svix-id", ID,
                "svix-timestamp", Long.toString(timestamp),
                "svix-signature", signature);
        request = new SignedRequest("POST", "http://127.0.0.1/in/svix", ours, text.getBytes(UTF_8));
        verifier = Bodies.accepting(Providers.SVIX, SECRET, request);
    }
}
