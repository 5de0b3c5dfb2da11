package dev.surehook.spring.target;

import dev.surehook.engine.delivery.SenderSettings;
import dev.surehook.engine.profile.SavedUrls;
import dev.surehook.engine.target.AddressRules;
import dev.surehook.engine.target.TargetJudge;
import dev.surehook.engine.tls.ClientIdentity;
import dev.surehook.engine.tls.Trust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The way out, read from its settings: files are read and keys tried once, at the start. Immutable.
 *
 * @param sender how requests are sent
 * @param localHttp whether URLs of this machine need no TLS
 * @param warnings what works, but not as somebody would want it; each begins with its key
 */
public record WayOut(SenderSettings sender, boolean localHttp, List<String> warnings) {
    /** The word of the allow list for all of this machine. */
    private static final String LOCALHOST = "localhost";

    public WayOut {
        warnings = List.copyOf(warnings);
    }

    /**
     * @param prefix of the keys: {@code surehook.targets}
     * @throws IllegalArgumentException in one line that begins with the key and holds nothing secret
     */
    public static WayOut of(String prefix, TargetSettings settings, Instant now) {
        List<String> warnings = new ArrayList<>();
        if (settings.allowLocal()) {
            warnings.add(prefix + ".allow-local: endpoints may lie on this machine, and need no TLS there; that is for"
                    + " development, not for a server whose customers add endpoints");
        }
        Map<String, ClientIdentity> identities = new LinkedHashMap<>();
        settings.identities().forEach((name, written) -> {
            String key = prefix + ".identities." + name;
            ClientIdentity identity = identity(key, written);
            identity.outOfTime(now)
                    .ifPresent(when -> warnings.add(key + ": the certificate " + written.certificate() + " " + when
                            + ": receivers will refuse it until it is replaced"));
            identities.put(name, identity);
        });
        SenderSettings sender = new SenderSettings(
                addresses(prefix, settings),
                SenderSettings.DEFAULT_ATTEMPTS_AT_ONCE,
                SenderSettings.DEFAULT_CONNECTIONS_PER_HOST,
                trust(prefix + ".authorities", settings.authorities()),
                told(prefix + ".proxy.", settings.proxy()::proxy),
                identities);
        return new WayOut(sender, settings.allowLocal(), warnings);
    }

    private static AddressRules addresses(String prefix, TargetSettings settings) {
        List<String> allow = new ArrayList<>(settings.allow());
        if (settings.allowLocal()) {
            allow.add(LOCALHOST);
        }
        return AddressRules.allowing(prefix + ".allow", allow);
    }

    private static Trust trust(String key, List<String> files) {
        Trust trust = Trust.system();
        for (String file : files) {
            String pem = text(key, file);
            Trust before = trust;
            trust = told(key + ": " + file + ": ", () -> before.and(pem));
        }
        return trust;
    }

    private static ClientIdentity identity(String key, IdentitySettings written) {
        if (written.certificate().isBlank() || written.privateKey().isBlank()) {
            throw new IllegalArgumentException(key + " needs both: certificate and private-key, each a PEM file");
        }
        String certificate = text(key + ".certificate", written.certificate());
        String privateKey = text(key + ".private-key", written.privateKey());
        return told(key + ": ", () -> ClientIdentity.of(certificate, privateKey));
    }

    /** PEM is ASCII; what else stands in such a file is a comment. */
    private static String text(String key, String file) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(key + ": the file " + file + " cannot be read", e);
        }
    }

    @FunctionalInterface
    private interface Reading<T> {
        T read();
    }

    private static <T> T told(String where, Reading<T> reading) {
        try {
            return reading.read();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + e.getMessage(), e);
        }
    }

    /** Judges URLs that are to be saved. */
    public SavedUrls savedUrls(TargetJudge judge) {
        return new SavedUrls(judge, localHttp);
    }

    /** Names of certificates that endpoints may have shown. */
    public Set<String> identities() {
        return sender.identities().keySet();
    }
}
