/** What both stores share: one set of statements over one schema; a store brings its connections, clock and append. */
@NullMarked
package dev.surehook.engine.store.sql;

import org.jspecify.annotations.NullMarked;
