@NullMarked
package dev.surehook.benchmarks.sending.sink;

import org.jspecify.annotations.NullMarked;
