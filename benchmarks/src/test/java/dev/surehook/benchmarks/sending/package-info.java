@NullMarked
package dev.surehook.benchmarks.sending;

import org.jspecify.annotations.NullMarked;
