package dev.surehook.engine.endpoint;

import java.time.Instant;

/** @param profile the name of the profile whose rules its endpoints are sent to by */
public record Account(AccountName name, String profile, Instant createdAt) {}
