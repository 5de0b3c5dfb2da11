/** What can be configured, where it comes from, and one clear line when it is wrong. */
@NullMarked
package dev.surehook.server.settings;

import org.jspecify.annotations.NullMarked;
