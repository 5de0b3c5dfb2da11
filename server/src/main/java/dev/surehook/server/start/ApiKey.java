package dev.surehook.server.start;

import dev.surehook.engine.store.Store;
import dev.surehook.server.settings.ServerSettings;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/** The key of the API. Only its SHA-256 is kept: whoever reads the store cannot use it. Thread-safe. */
public final class ApiKey {
    private static final String SETTING = "api-key-sha256";
    private static final int SHORTEST = 16;
    private static final String OF_ACCOUNT = "ska_";
    /** Base64 of 24 bytes. */
    private static final int TEXT_LENGTH = 32;

    /** Empty until there is a key; nothing matches it then. */
    private volatile byte[] hash;

    private ApiKey(byte[] hash) {
        this.hash = hash;
    }

    /**
     * The configured key, else one that opens nothing before {@link #settle}.
     *
     * @throws BadStart with one line, when the configured key can be guessed
     */
    public static ApiKey of(ServerSettings settings) {
        return settings.configuredApiKey().map(key -> of(key.reveal())).orElseGet(() -> new ApiKey(new byte[0]));
    }

    /**
     * Without a configured key, takes the one of this store; where it has none, one is made and printed, once. To be
     * called when nothing can fail any more: a key that was printed by a failed start is easily lost.
     */
    public void settle(Store store, PrintStream out) {
        if (hash.length > 0) {
            return;
        }
        Optional<String> known = store.setting(SETTING);
        hash = HexFormat.of().parseHex(known.orElseGet(() -> made(store, out)));
    }

    private static String made(Store store, PrintStream out) {
        String made = make();
        String mine = HexFormat.of().formatHex(sha256(made));
        String holds = store.settingOrElse(SETTING, mine);
        if (holds.equals(mine)) {
            out.println("API key (shown only now): " + made);
        }
        return holds;
    }

    static ApiKey of(String key) {
        if (key.length() < SHORTEST) {
            throw BadStart.usage("the API key is shorter than " + SHORTEST
                    + " characters and can be guessed: set SUREHOOK_API_KEY to the output of: openssl rand -hex 24");
        }
        return new ApiKey(sha256(key));
    }

    /** Takes the same time whatever {@code offered} is. */
    public boolean matches(String offered) {
        return MessageDigest.isEqual(hash, sha256(offered));
    }

    private static String make() {
        return make("sk_");
    }

    /** The text of a new key for one account. */
    public static String makeForAccount() {
        return make(OF_ACCOUNT);
    }

    /** Whether the text may be a key of an account: whether it is worth looking for. */
    public static boolean mayBeOfAccount(String offered) {
        return offered.startsWith(OF_ACCOUNT) && offered.length() == OF_ACCOUNT.length() + TEXT_LENGTH;
    }

    private static String make(String prefix) {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** What is kept of a key. */
    public static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
