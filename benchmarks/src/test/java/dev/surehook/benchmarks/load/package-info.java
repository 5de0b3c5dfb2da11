@NullMarked
package dev.surehook.benchmarks.load;

import org.jspecify.annotations.NullMarked;
