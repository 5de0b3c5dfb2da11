/** The scripted receiver against a plain socket. */
@NullMarked
package dev.surehook.testkit.receiver;

import org.jspecify.annotations.NullMarked;
