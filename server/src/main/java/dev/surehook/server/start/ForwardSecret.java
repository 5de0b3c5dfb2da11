package dev.surehook.server.start;

import dev.surehook.engine.store.Store;
import dev.surehook.server.settings.ServerSettings;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Signer;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The secret of our own signature on forwarded events: as configured, else the one made at the first start. With the
 * embedded database that one is kept in the data folder; with PostgreSQL it is kept in the database, because all nodes
 * have to agree on it.
 */
public final class ForwardSecret implements Supplier<Secret> {
    private static final String NAME = "forward-secret";
    private static final String HOW = "set it to whsec_ and the output of: openssl rand -base64 32";

    private final ServerSettings settings;
    private final Optional<DataFolder> folder;
    private final Store store;
    private final PrintStream out;
    private @Nullable Secret secret;

    public ForwardSecret(ServerSettings settings, Optional<DataFolder> folder, Store store, PrintStream out) {
        this.settings = settings;
        this.folder = folder;
        this.store = store;
        this.out = out;
    }

    /**
     * The configured secret, or one that stands for the kept one while settings are only checked.
     *
     * @throws BadStart with one line, when the configured one cannot sign
     */
    public static Secret forChecking(ServerSettings settings) {
        return settings.configuredForwardSecret().map(ForwardSecret::configured).orElseGet(() -> Secret.of(make()));
    }

    @Override
    public Secret get() {
        if (secret == null) {
            secret = settings.configuredForwardSecret()
                    .map(ForwardSecret::configured)
                    .orElseGet(this::kept);
        }
        return secret;
    }

    private static Secret configured(Secret secret) {
        return usable(secret, "the forward secret (SUREHOOK_FORWARD_SECRET or surehook.forward-secret)");
    }

    private Secret kept() {
        return folder.map(this::inFolder).orElseGet(this::inDatabase);
    }

    private Secret inFolder(DataFolder data) {
        PrivateFile file = data.file(NAME);
        PrivateFile.Kept kept = file.readOrMake(ForwardSecret::make);
        out.println("Forward secret: " + (kept.made() ? "made now, in " : "") + file);
        return usable(Secret.of(kept.text()), "the forward secret in " + file);
    }

    /** Of nodes that start at once the first one's secret holds. */
    private Secret inDatabase() {
        String made = make();
        String holds = store.settingOrElse(NAME, made);
        out.println("Forward secret: " + (holds.equals(made) ? "made now, " : "")
                + "in the database: SELECT value FROM surehook_setting WHERE name = '" + NAME + "'");
        return usable(Secret.of(holds), "the forward secret in the database (setting " + NAME + ")");
    }

    private static Secret usable(Secret secret, String which) {
        if (secret.isBlank()) {
            throw BadStart.usage(which + " is blank: " + HOW);
        }
        try {
            Signer ignored = Signer.of(Providers.STANDARD_WEBHOOKS, List.of(secret));
            return secret;
        } catch (IllegalArgumentException e) {
            throw BadStart.usage(which + " cannot sign as Standard Webhooks does: " + HOW);
        }
    }

    private static String make() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return "whsec_" + Base64.getEncoder().encodeToString(key);
    }
}
