/** The stand-alone process: put together, started and stopped here. */
@NullMarked
package dev.surehook.server;

import org.jspecify.annotations.NullMarked;
