package dev.surehook.engine.tls;

import java.security.cert.CertificateException;

/** A receiver's certificate does not hold. The message says why, in one line that begins "the certificate". */
public final class CertificateRefused extends CertificateException {
    private static final long serialVersionUID = 1L;

    CertificateRefused(String reason, Throwable cause) {
        super(reason, cause);
    }
}
