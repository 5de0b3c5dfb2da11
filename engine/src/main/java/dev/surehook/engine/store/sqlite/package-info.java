/** The embedded store: one file, one process, one writer with group commit. */
@NullMarked
package dev.surehook.engine.store.sqlite;

import org.jspecify.annotations.NullMarked;
