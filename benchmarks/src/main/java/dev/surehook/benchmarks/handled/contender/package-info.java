/** The products that are compared by how they handle events, each behind the same few calls and in a process of its own. */
@NullMarked
package dev.surehook.benchmarks.handled.contender;

import org.jspecify.annotations.NullMarked;
