package dev.surehook.engine.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;

/** Who we are to receivers that ask for a certificate (mutual TLS). Prints as the certificate's subject alone. */
public final class ClientIdentity {
    private static final char[] IN_MEMORY = new char[0];

    private final List<X509Certificate> chain;
    private final PrivateKey key;

    private ClientIdentity(List<X509Certificate> chain, PrivateKey key) {
        this.chain = List.copyOf(chain);
        this.key = key;
    }

    /**
     * @param certificates PEM, our own first, then those that lead to the authority
     * @param key PEM, PKCS #8, not encrypted
     * @throws IllegalArgumentException in one line without anything of the key
     */
    public static ClientIdentity of(String certificates, String key) {
        ClientIdentity identity = new ClientIdentity(Pem.certificates(certificates), Pem.privateKey(key));
        if (!KeyPairs.belongTogether(identity.key, identity.chain.get(0).getPublicKey())) {
            throw new IllegalArgumentException(
                    "the key does not belong to the certificate: name the two that were issued"
                            + " together; of a chain, our own certificate stands first");
        }
        identity.managers();
        return identity;
    }

    /** That {@code now} lies outside of the certificate's time, to complete "the certificate …". */
    public Optional<String> outOfTime(Instant now) {
        Instant begins = chain.get(0).getNotBefore().toInstant();
        Instant ends = chain.get(0).getNotAfter().toInstant();
        if (now.isBefore(begins)) {
            return Optional.of("is not valid before " + begins);
        }
        return now.isAfter(ends) ? Optional.of("has expired at " + ends) : Optional.empty();
    }

    KeyManager[] managers() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("client", key, IN_MEMORY, chain.toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, IN_MEMORY);
            return factory.getKeyManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException("the client certificate and its key cannot be used together", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClientIdentity identity && identity.chain.equals(chain) && identity.key.equals(key);
    }

    @Override
    public int hashCode() {
        return chain.hashCode();
    }

    @Override
    public String toString() {
        return "ClientIdentity[" + chain.get(0).getSubjectX500Principal().getName() + "]";
    }
}
