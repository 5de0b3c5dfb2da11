/** An HTTP receiver that misbehaves on demand and keeps every request to the byte. */
@NullMarked
package dev.surehook.testkit.receiver;

import org.jspecify.annotations.NullMarked;
