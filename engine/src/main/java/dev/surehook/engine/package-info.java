/** The engine: put a store, sources and handlers together and start it. */
@NullMarked
package dev.surehook.engine;

import org.jspecify.annotations.NullMarked;
