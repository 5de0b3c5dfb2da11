package dev.surehook.server.start;

import dev.surehook.server.settings.ServerSettings;
import dev.surehook.signatures.Secret;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The secret of our own signature on forwarded events: as configured, else the one made at the first start and kept in
 * the data folder. With PostgreSQL it must be configured, because several nodes have to agree on it.
 */
public final class ForwardSecret implements Supplier<Secret> {
    private static final String FILE = "forward-secret";

    private final ServerSettings settings;
    private final Optional<DataFolder> folder;
    private final PrintStream out;
    private @Nullable Secret secret;

    public ForwardSecret(ServerSettings settings, Optional<DataFolder> folder, PrintStream out) {
        this.settings = settings;
        this.folder = folder;
        this.out = out;
    }

    @Override
    public Secret get() {
        if (secret == null) {
            secret = settings.configuredForwardSecret()
                    .map(ForwardSecret::usable)
                    .orElseGet(this::kept);
        }
        return secret;
    }

    private static Secret usable(Secret configured) {
        if (configured.isBlank()) {
            throw BadStart.usage("the forward secret is blank: unset SUREHOOK_FORWARD_SECRET, or set it to whsec_ and"
                    + " the output of: openssl rand -base64 32");
        }
        return configured;
    }

    private Secret kept() {
        DataFolder data = folder.orElseThrow(() -> BadStart.usage("events are forwarded with Surehook's own signature,"
                + " and all nodes need the same secret: set SUREHOOK_FORWARD_SECRET to whsec_ and the output of:"
                + " openssl rand -base64 32"));
        Optional<String> known = data.read(FILE);
        if (known.isPresent()) {
            out.println("Forward secret: " + data.path().resolve(FILE));
            return usable(Secret.of(known.get()));
        }
        String made = make();
        out.println("Forward secret: made now, in " + data.writePrivately(FILE, made));
        return Secret.of(made);
    }

    private static String make() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return "whsec_" + Base64.getEncoder().encodeToString(key);
    }
}
