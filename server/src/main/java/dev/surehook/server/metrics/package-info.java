/** What the engine does, as metrics and as log lines. */
@NullMarked
package dev.surehook.server.metrics;

import org.jspecify.annotations.NullMarked;
