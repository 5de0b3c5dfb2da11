/** Time that tests move by hand. */
@NullMarked
package dev.surehook.testkit.clock;

import org.jspecify.annotations.NullMarked;
