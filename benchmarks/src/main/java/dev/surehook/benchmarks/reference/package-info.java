/** The receiver that a Spring team commonly writes: one insert per request. Surehook's accept path is compared with it. */
@NullMarked
package dev.surehook.benchmarks.reference;

import org.jspecify.annotations.NullMarked;
