/** Publishing and sending in SQL, the same on every database. */
@NullMarked
package dev.surehook.engine.store.outbox;

import org.jspecify.annotations.NullMarked;
