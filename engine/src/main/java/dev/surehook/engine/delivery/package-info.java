/** One HTTP attempt: signed over the bytes that go out, one clock for the whole exchange, never a redirect. */
@NullMarked
package dev.surehook.engine.delivery;

import org.jspecify.annotations.NullMarked;
