/** Where events may be sent: which URLs may be saved, and which addresses may be dialled. */
@NullMarked
package dev.surehook.engine.target;

import org.jspecify.annotations.NullMarked;
