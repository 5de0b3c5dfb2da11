@NullMarked
package dev.surehook.benchmarks.sending.contender;

import org.jspecify.annotations.NullMarked;
