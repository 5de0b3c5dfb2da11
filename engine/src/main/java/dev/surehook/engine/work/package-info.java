/** Working off: claims under a lease, attempts that are counted first, retries, parking. */
@NullMarked
package dev.surehook.engine.work;

import org.jspecify.annotations.NullMarked;
