/** What forwarding does where no receiver from outside can bring it about. */
@NullMarked
package dev.surehook.engine.delivery;

import org.jspecify.annotations.NullMarked;
