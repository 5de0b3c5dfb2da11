@NullMarked
package dev.surehook.benchmarks.handled.contender;

import org.jspecify.annotations.NullMarked;
