package dev.surehook.benchmarks.signatures;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** An event as YCloud signs it, signed anew for each iteration so that it stays fresh. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up
public class YCloudEvent {

    private static final String SECRET = "whsec_00112233445566778899aabbccddeeff";

    final byte[] body = Bodies.TEXT.getBytes(UTF_8);
    Instant signedAt;
    byte[] timestampText;
    Mac mac;
    SignedRequest request;
    Verifier verifier;

    @Setup(Level.Iteration)
    public void sign() throws GeneralSecurityException {
        signedAt = Instant.now();
        String timestamp = Long.toString(signedAt.getEpochSecond());
        timestampText = timestamp.getBytes(UTF_8);
        mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
        mac.update((timestamp + ".").getBytes(UTF_8));
        String signature = HexFormat.of().formatHex(mac.doFinal(body));
        Headers headers = Headers.of("YCloud-Signature", "t=" + timestamp + ",s=" + signature);
        request = new SignedRequest("POST", "http://127.0.0.1/in/ycloud", headers, body);
        verifier = Bodies.accepting(Providers.YCLOUD, SECRET, request);
    }
}
