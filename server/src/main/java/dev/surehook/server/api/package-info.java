/** The API under {@code /api/v1}: look at events, steer them. Needs the API key. */
@NullMarked
package dev.surehook.server.api;

import org.jspecify.annotations.NullMarked;
