/** What webhooks are sent to: a server that answers at once, and a port that never does. */
@NullMarked
package dev.surehook.benchmarks.sending.sink;

import org.jspecify.annotations.NullMarked;
