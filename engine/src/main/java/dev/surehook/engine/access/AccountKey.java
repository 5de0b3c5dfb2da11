package dev.surehook.engine.access;

import dev.surehook.engine.endpoint.AccountName;
import java.time.Instant;

/**
 * A key of the API that is good for one account, as people see it; the key itself is nowhere kept.
 *
 * @param ref its public name
 * @param name for people
 */
public record AccountKey(String ref, AccountName account, String name, Instant createdAt) {}
