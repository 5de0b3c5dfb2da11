/**
 * Fake providers: requests with realistic events, signed exactly as a platform signs them, and the variations that a
 * receiver has to cope with (repeated, tampered with, stale, unknown type).
 */
@NullMarked
package dev.surehook.testkit.provider;

import org.jspecify.annotations.NullMarked;
