/** A configured way in: how its requests are verified, read, kept and retried. */
@NullMarked
package dev.surehook.engine.source;

import org.jspecify.annotations.NullMarked;
