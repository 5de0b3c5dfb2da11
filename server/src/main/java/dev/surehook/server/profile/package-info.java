/** From settings to sending profiles. */
@NullMarked
package dev.surehook.server.profile;

import org.jspecify.annotations.NullMarked;
