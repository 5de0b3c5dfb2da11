/** A load client cheap enough to share a small machine with the server that it measures: one thread, one selector, signed events made on the fly. */
@NullMarked
package dev.surehook.benchmarks.load;

import org.jspecify.annotations.NullMarked;
