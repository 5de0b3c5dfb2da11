/** A shop that takes orders by WhatsApp. */
@NullMarked
package dev.surehook.examples.ycloud;

import org.jspecify.annotations.NullMarked;
