/** Signing secrets: how they are made or brought along, and how they are sealed where they are kept. */
@NullMarked
package dev.surehook.engine.secret;

import org.jspecify.annotations.NullMarked;
