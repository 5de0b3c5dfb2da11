package dev.surehook.engine.secret;

import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.signatures.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals signing secrets for where they are kept: AES-256-GCM with a random nonce. A sealed text is
 * {@code v1.<key id>.<base64url of nonce, ciphertext and tag>}; it belongs to one version of one endpoint's secret and
 * does not open as any other. Thread-safe.
 */
public final class SecretSealer {
    private static final String FORM = "v1";
    private static final Pattern SEALED = Pattern.compile(FORM + "\\.([0-9a-f]{12})\\.([A-Za-z0-9_-]+)");
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecureRandom random = new SecureRandom();
    private final SealingKeys keys;

    public SecretSealer(SealingKeys keys) {
        this.keys = keys;
    }

    /** Seals with the newest key; the same secret gives another text each time. */
    public String seal(Secret secret, EndpointRef endpoint, long version) {
        SealingKey key = keys.newest();
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce, owner(endpoint, version))
                    .doFinal(secret.reveal().getBytes(StandardCharsets.UTF_8));
            byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
            System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
            return FORM + "." + key.id() + "."
                    + Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform cannot seal with " + CIPHER, e);
        }
    }

    /** @throws UnopenableSecret when it was sealed with a key that is not there, for another owner, or was changed */
    public Secret open(String sealed, EndpointRef endpoint, long version) {
        Matcher form = form(sealed, endpoint, version);
        return open(form, key(form, endpoint, version), endpoint, version);
    }

    /**
     * The text as the newest key seals it: the very same where that one sealed it already.
     *
     * @throws UnopenableSecret as {@link #open} does, also where nothing is to change
     */
    public String reseal(String sealed, EndpointRef endpoint, long version) {
        Matcher form = form(sealed, endpoint, version);
        SealingKey key = key(form, endpoint, version);
        Secret secret = open(form, key, endpoint, version);
        return key.equals(keys.newest()) ? sealed : seal(secret, endpoint, version);
    }

    /** The ids of the keys that are known, the newest first; an id tells nothing of its key. */
    public List<String> keys() {
        return keys.ids();
    }

    /** The id of the key that opens {@code sealed}; {@code none} where it is no sealed text. */
    static String keyOf(String sealed) {
        Matcher form = SEALED.matcher(sealed);
        return form.matches() ? form.group(1) : "none";
    }

    private static Matcher form(String sealed, EndpointRef endpoint, long version) {
        Matcher form = SEALED.matcher(sealed);
        if (!form.matches()) {
            throw new UnopenableSecret(which(endpoint, version) + " is not in the form of a sealed text");
        }
        return form;
    }

    private SealingKey key(Matcher form, EndpointRef endpoint, long version) {
        String id = form.group(1);
        return keys.byId(id)
                .orElseThrow(() -> new UnopenableSecret(which(endpoint, version) + " is sealed with key " + id
                        + ", which is not among the sealing keys (" + keys + "): add it behind the first of them"));
    }

    private static Secret open(Matcher form, SealingKey key, EndpointRef endpoint, long version) {
        byte[] all = decoded(form.group(2));
        if (all.length < NONCE_BYTES + TAG_BITS / 8) {
            throw changed(endpoint, version);
        }
        try {
            byte[] text = cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(all, NONCE_BYTES), owner(endpoint, version))
                    .doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
            return Secret.of(new String(text, StandardCharsets.UTF_8));
        } catch (AEADBadTagException e) {
            throw changed(endpoint, version);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform cannot open " + CIPHER, e);
        }
    }

    /** Nothing where it is not the one spelling of its bytes. */
    private static byte[] decoded(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text) ? bytes : new byte[0];
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    private static Cipher cipher(int mode, SealingKey key, byte[] nonce, byte[] owner) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(owner);
        return cipher;
    }

    /** Authenticated with the text, so that one copied to another row does not open there. */
    private static byte[] owner(EndpointRef endpoint, long version) {
        return (FORM + " " + endpoint.value() + " " + version).getBytes(StandardCharsets.US_ASCII);
    }

    private static UnopenableSecret changed(EndpointRef endpoint, long version) {
        return new UnopenableSecret(which(endpoint, version)
                + " was changed after it was sealed, or sealed for another endpoint or version");
    }

    private static String which(EndpointRef endpoint, long version) {
        return "the secret of " + endpoint + ", version " + version + ",";
    }
}
