/** What the engine does, as metrics, log lines and a watch over its store; without Spring. */
@NullMarked
package dev.surehook.spring.observe;

import org.jspecify.annotations.NullMarked;
