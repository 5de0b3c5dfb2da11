/** Accounts and their endpoints: where published events are to go. */
@NullMarked
package dev.surehook.engine.endpoint;

import org.jspecify.annotations.NullMarked;
