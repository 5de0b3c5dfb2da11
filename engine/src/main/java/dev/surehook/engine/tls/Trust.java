package dev.surehook.engine.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Whom we believe to say who a receiver is: the system's authorities, and private ones. Immutable. */
public final class Trust {
    private final List<X509Certificate> privateAuthorities;
    private final X509ExtendedTrustManager manager;

    private Trust(List<X509Certificate> privateAuthorities) {
        this.privateAuthorities = List.copyOf(privateAuthorities);
        try {
            this.manager = new TellingTrustManager(manager());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("the trusted authorities cannot be read: " + e.getMessage(), e);
        }
    }

    /** The authorities that this Java trusts, or those of {@code javax.net.ssl.trustStore}. */
    public static Trust system() {
        return new Trust(List.of());
    }

    /**
     * Those of the system, and the certificates in {@code pem} besides.
     *
     * @throws IllegalArgumentException in one line, when there is none or one is damaged
     */
    public Trust and(String pem) {
        List<X509Certificate> all = new ArrayList<>(privateAuthorities);
        all.addAll(Pem.certificates(pem));
        return new Trust(all);
    }

    /** A context for connections that we open. */
    public SSLContext context(Optional<ClientIdentity> identity) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity.map(ClientIdentity::managers).orElse(null), new TrustManager[] {manager}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    private X509ExtendedTrustManager manager() throws IOException, GeneralSecurityException {
        X509ExtendedTrustManager system = manager(null);
        if (privateAuthorities.isEmpty()) {
            return system;
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (X509Certificate authority : system.getAcceptedIssuers()) {
            store.setCertificateEntry("system-" + number++, authority);
        }
        for (X509Certificate authority : privateAuthorities) {
            store.setCertificateEntry("private-" + number++, authority);
        }
        return manager(store);
    }

    private static X509ExtendedTrustManager manager(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager found) {
                return found;
            }
        }
        throw new GeneralSecurityException("this Java has no trust manager for certificates");
    }
}
