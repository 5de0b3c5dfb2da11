/** Compares Surehook with other libraries by how many items a second they work off, each with one effect in the database. */
@NullMarked
package dev.surehook.benchmarks.handled;

import org.jspecify.annotations.NullMarked;
