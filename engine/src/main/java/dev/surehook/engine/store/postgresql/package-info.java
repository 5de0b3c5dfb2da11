/** The shared store: many nodes on one PostgreSQL database. */
@NullMarked
package dev.surehook.engine.store.postgresql;

import org.jspecify.annotations.NullMarked;
