/** Command line arguments of the programs in this module. */
@NullMarked
package dev.surehook.benchmarks.cli;

import org.jspecify.annotations.NullMarked;
