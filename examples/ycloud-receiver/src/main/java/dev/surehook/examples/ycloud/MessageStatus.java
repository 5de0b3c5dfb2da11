package dev.surehook.examples.ycloud;

import org.jspecify.annotations.Nullable;

/** What the shop reads of YCloud's {@code whatsappMessage}: how a message of its own is doing. */
record MessageStatus(String id, String status, @Nullable String errorMessage) {}
