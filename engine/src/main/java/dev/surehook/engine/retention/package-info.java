/** Purges what is old in small batches and spares waiting work and deduplication keys. */
@NullMarked
package dev.surehook.engine.retention;

import org.jspecify.annotations.NullMarked;
