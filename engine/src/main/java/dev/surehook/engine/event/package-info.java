/** What an event is: its source, its id, its deduplication key, its exact bytes. Values only. */
@NullMarked
package dev.surehook.engine.event;

import org.jspecify.annotations.NullMarked;
