/** Surehook in a plain Spring Boot application: the starter and one handler method. */
@NullMarked
package dev.surehook.benchmarks.handled.contender.surehook;

import org.jspecify.annotations.NullMarked;
