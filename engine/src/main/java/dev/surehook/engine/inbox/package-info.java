/** Accepting: verify, identify, one atomic insert in a shared commit, then the outcome that becomes the answer. */
@NullMarked
package dev.surehook.engine.inbox;

import org.jspecify.annotations.NullMarked;
