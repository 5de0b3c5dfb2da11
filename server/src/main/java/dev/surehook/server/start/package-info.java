/** Checks and secrets of the start. */
@NullMarked
package dev.surehook.server.start;

import org.jspecify.annotations.NullMarked;
