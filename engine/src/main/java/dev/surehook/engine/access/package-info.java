/** Who may call the API beside the operator, and what calls that came before were answered. */
@NullMarked
package dev.surehook.engine.access;

import org.jspecify.annotations.NullMarked;
