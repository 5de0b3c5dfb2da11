@NullMarked
package dev.surehook.benchmarks;

import org.jspecify.annotations.NullMarked;
