/** Forwarding against receivers that misbehave; names begin with the field case where there is one. */
@NullMarked
package dev.surehook.testkit.delivery;

import org.jspecify.annotations.NullMarked;
