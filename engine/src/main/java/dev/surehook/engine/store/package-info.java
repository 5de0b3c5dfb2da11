/** What the engine asks of a database. One contract, held by every store. */
@NullMarked
package dev.surehook.engine.store;

import org.jspecify.annotations.NullMarked;
