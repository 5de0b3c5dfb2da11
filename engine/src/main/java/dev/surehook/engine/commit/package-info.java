/** Many who wait share one commit. */
@NullMarked
package dev.surehook.engine.commit;

import org.jspecify.annotations.NullMarked;
