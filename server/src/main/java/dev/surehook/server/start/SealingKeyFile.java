package dev.surehook.server.start;

import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.server.settings.ServerSettings;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys under which signing secrets are kept: as configured, else, with the embedded database, the one in a file of
 * the data folder, made at the first start. With PostgreSQL it has to be configured: all nodes need the same, and in the
 * database it would lie beside what it protects.
 */
public final class SealingKeyFile implements Supplier<SealingKeys> {
    private static final String NAME = "sealing-key";
    private static final String SETTING = "the sealing key (SUREHOOK_SEALING_KEY or surehook.sealing-key)";

    private final ServerSettings settings;
    private final Optional<DataFolder> folder;
    private final PrintStream out;
    private @Nullable SealingKeys keys;

    public SealingKeyFile(ServerSettings settings, Optional<DataFolder> folder, PrintStream out) {
        this.settings = settings;
        this.folder = folder;
        this.out = out;
    }

    /**
     * The configured keys, or ones that stand for those in the file while settings are only checked.
     *
     * @throws BadStart with one line, when what is configured is no key
     */
    public static SealingKeys forChecking(ServerSettings settings) {
        return settings.configuredSealingKey()
                .map(key -> parsed(key.reveal(), SETTING))
                .orElseGet(() -> SealingKeys.parse(SealingKeys.make()));
    }

    /** @throws BadStart with one line, when there is no key, or others may read it */
    @Override
    public SealingKeys get() {
        if (keys == null) {
            keys = settings.configuredSealingKey()
                    .map(key -> parsed(key.reveal(), SETTING))
                    .orElseGet(this::inFolder);
        }
        return keys;
    }

    private SealingKeys inFolder() {
        DataFolder data = folder.orElseThrow(() -> BadStart.usage(SETTING
                + " is not set, and with PostgreSQL every node needs the same one: set it to the output of:"
                + " openssl rand -base64 32"));
        PrivateFile file = data.file(NAME);
        PrivateFile.Kept kept = file.readOrMake(SealingKeys::make);
        file.requirePrivate("open every signing secret with it");
        out.println("Sealing key: " + (kept.made() ? "made now, in " : "") + file);
        return parsed(kept.text(), "the sealing key in " + file);
    }

    private static SealingKeys parsed(String text, String which) {
        try {
            return SealingKeys.parse(text);
        } catch (IllegalArgumentException e) {
            throw BadStart.usage(which + ": " + e.getMessage());
        }
    }
}
