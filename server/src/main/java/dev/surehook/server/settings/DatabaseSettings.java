package dev.surehook.server.settings;

import dev.surehook.signatures.Secret;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which database holds the events.
 *
 * @param url empty for the embedded one; {@code jdbc:postgresql://…}, {@code postgresql://…} or {@code postgres://…}
 * @param user goes before a user in the URL
 * @param poolSize connections to PostgreSQL
 */
public record DatabaseSettings(
        @DefaultValue("") String url,
        @Nullable String user,
        @Nullable Secret password,
        @DefaultValue("10") int poolSize) {

    public DatabaseSettings {
        if (poolSize < 4 || poolSize > 200) {
            throw new IllegalArgumentException("database.pool-size lies between 4 and 200, not at " + poolSize);
        }
    }

    public boolean isEmbedded() {
        return url.isBlank();
    }
}
