/** Health that tells the truth: a write works, and the oldest due event is young. */
@NullMarked
package dev.surehook.server.health;

import org.jspecify.annotations.NullMarked;
