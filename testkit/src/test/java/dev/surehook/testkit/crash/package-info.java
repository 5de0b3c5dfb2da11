/** Nodes that die: what was acknowledged is worked off all the same, and once. */
@NullMarked
package dev.surehook.testkit.crash;

import org.jspecify.annotations.NullMarked;
