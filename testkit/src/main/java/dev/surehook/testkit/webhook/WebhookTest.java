package dev.surehook.testkit.webhook;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the methods of a test class a {@link WebhookTester} for each source, as a parameter.
 *
 * <pre>{@code
 * @WebhookTest("ycloud")
 * @SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
 * class OrdersTest {
 *     @Test
 *     void an_order_is_written_once(WebhookTester ycloud) {
 *         Sent order = ycloud.deliver("whatsapp.inbound_message.received");
 *         assertThat(ycloud.repeat(order).status()).isEqualTo(204);
 *     }
 * }
 * }</pre>
 *
 * <p>In a Spring test the sources get a secret of the test's own, and the testers know where the application listens and
 * are beans of its context. In a plain test hand the tester to the engine as its listener, sign with {@link #SECRET} and
 * say with {@link WebhookTester#at} where requests go.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(WebhookExtension.class)
public @interface WebhookTest {
    /** Signs what is sent; every provider can use it. */
    String SECRET = "whsec_c3VyZWhvb2sgc2lnbnMgdGhpcyBpbiB0ZXN0cyE=";

    /** Sources, each called like its provider, or {@code name=provider}. */
    String[] value();
}
