package dev.surehook.engine.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Decides as Java does, and says of a certificate that does not hold what is the matter with it. */
final class TellingTrustManager extends X509ExtendedTrustManager {
    private interface Check {
        void run() throws CertificateException;
    }

    private final X509ExtendedTrustManager judge;

    TellingTrustManager(X509ExtendedTrustManager judge) {
        this.judge = judge;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        telling(chain, () -> judge.checkServerTrusted(chain, authType));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket)
            throws CertificateException {
        telling(chain, () -> judge.checkServerTrusted(chain, authType, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable SSLEngine engine)
            throws CertificateException {
        telling(chain, () -> judge.checkServerTrusted(chain, authType, engine));
    }

    private static void telling(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.run();
        } catch (CertificateException e) {
            throw new CertificateRefused(reason(chain, e), e);
        }
    }

    private static String reason(X509Certificate[] chain, CertificateException fault) {
        X509Certificate own = chain[0];
        for (X509Certificate certificate : chain) {
            String which = certificate.equals(own) ? "the certificate" : "the certificate of its issuer";
            try {
                certificate.checkValidity();
            } catch (CertificateExpiredException e) {
                return which + " has expired";
            } catch (CertificateNotYetValidException e) {
                return which + " is not valid yet";
            }
        }
        // Java looks at the name once the chain holds, and this is all that tells the two apart.
        if (fault.getClass() == CertificateException.class) {
            return "the certificate is for another host";
        }
        if (own.getSubjectX500Principal().equals(own.getIssuerX500Principal())) {
            return "the certificate is not trusted: it is self-signed";
        }
        // One alone: its issuer may be known to others who have the certificate between.
        return chain.length == 1
                ? "the certificate is not trusted: the receiver sent none of its issuer, which is unknown here"
                : "the certificate is not trusted: the authority behind it is unknown here";
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        judge.checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket)
            throws CertificateException {
        judge.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable SSLEngine engine)
            throws CertificateException {
        judge.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return judge.getAcceptedIssuers();
    }
}
