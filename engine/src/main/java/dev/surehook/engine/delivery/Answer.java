package dev.surehook.engine.delivery;

import org.jspecify.annotations.Nullable;

/** What counts of an answer. Nothing of its body: that may hold personal data. */
record Answer(int status, @Nullable String retryAfter) {}
