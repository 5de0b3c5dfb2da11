/** What verifying one event costs, beside the bare HMAC and beside other libraries. */
@NullMarked
package dev.surehook.benchmarks.signatures;

import org.jspecify.annotations.NullMarked;
