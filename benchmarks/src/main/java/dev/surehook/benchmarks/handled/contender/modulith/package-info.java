/** Spring Modulith's event registry in a plain Spring Boot application with one module listener. */
@NullMarked
package dev.surehook.benchmarks.handled.contender.modulith;

import org.jspecify.annotations.NullMarked;
