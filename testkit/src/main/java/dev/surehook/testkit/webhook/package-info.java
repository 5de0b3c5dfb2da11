/** For tests of an application that receives webhooks: sends them as a provider does, and waits for the handler. */
@NullMarked
package dev.surehook.testkit.webhook;

import org.jspecify.annotations.NullMarked;
