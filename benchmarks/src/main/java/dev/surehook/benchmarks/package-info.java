/** Starts the contenders, loads them in alternating rounds and writes the comparison down. */
@NullMarked
package dev.surehook.benchmarks;

import org.jspecify.annotations.NullMarked;
