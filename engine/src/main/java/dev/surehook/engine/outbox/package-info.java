/** Sending: events that an application publishes, and their deliveries to the endpoints of an account. */
@NullMarked
package dev.surehook.engine.outbox;

import org.jspecify.annotations.NullMarked;
