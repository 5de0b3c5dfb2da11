/** Sending profiles: the rules by which a platform sends, as data. */
@NullMarked
package dev.surehook.engine.profile;

import org.jspecify.annotations.NullMarked;
