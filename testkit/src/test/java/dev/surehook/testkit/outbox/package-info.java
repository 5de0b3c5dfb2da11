@NullMarked
package dev.surehook.testkit.outbox;

import org.jspecify.annotations.NullMarked;
