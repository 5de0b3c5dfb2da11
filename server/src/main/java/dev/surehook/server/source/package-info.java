/** From settings to sources with prepared keys and to the targets that their events are forwarded to. */
@NullMarked
package dev.surehook.server.source;

import org.jspecify.annotations.NullMarked;
