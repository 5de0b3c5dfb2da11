/** The sending side of this node: what it is made of, and when it runs. */
@NullMarked
package dev.surehook.server.sending;

import org.jspecify.annotations.NullMarked;
