/** The process of one contender: what it sends webhooks with, and the work that it is given. */
@NullMarked
package dev.surehook.benchmarks.sending.contender;

import org.jspecify.annotations.NullMarked;
