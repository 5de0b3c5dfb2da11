package dev.surehook.testkit.webhook;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Which source a {@link WebhookTester} parameter plays, where {@link WebhookTest} names several. */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface FromSource {
    /** The source's name. */
    String value();
}
