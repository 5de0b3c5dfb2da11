/**
 * Compares how Surehook sends webhooks with a scheduled task for each of them, and with an HTTP client that keeps nothing;
 * and looks at what waiting deliveries, hanging endpoints and many endpoints cost the others.
 */
@NullMarked
package dev.surehook.benchmarks.sending;

import org.jspecify.annotations.NullMarked;
