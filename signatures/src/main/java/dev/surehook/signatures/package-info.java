/**
 * Verifies and signs webhooks on the exact bytes of a request. Schemes and providers are data; the module has no
 * dependencies.
 */
@NullMarked
package dev.surehook.signatures;

import org.jspecify.annotations.NullMarked;
