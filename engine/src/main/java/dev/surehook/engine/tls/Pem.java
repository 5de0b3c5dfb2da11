package dev.surehook.engine.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads PEM texts. Messages of its exceptions never hold a part of a key. */
final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
    private static final List<String> KEY_KINDS = List.of("EC", "RSA", "EdDSA");

    private Pem() {}

    /** All certificates in {@code pem}, in order, one at least. */
    static List<X509Certificate> certificates(String pem) {
        List<X509Certificate> certificates = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(pem);
        while (blocks.find()) {
            if (blocks.group(1).equals("CERTIFICATE")) {
                certificates.add(certificate(blocks.group()));
            }
        }
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException("no certificate: PEM begins with -----BEGIN CERTIFICATE-----");
        }
        return certificates;
    }

    private static X509Certificate certificate(String block) {
        try {
            Certificate certificate = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.getBytes(StandardCharsets.US_ASCII)));
            return (X509Certificate) certificate;
        } catch (CertificateException e) {
            throw new IllegalArgumentException("a certificate in the PEM text is damaged", e);
        }
    }

    /** The one private key in {@code pem}: PKCS #8, not encrypted. */
    static PrivateKey privateKey(String pem) {
        Matcher blocks = BLOCK.matcher(pem);
        while (blocks.find()) {
            String kind = blocks.group(1);
            if (kind.equals("PRIVATE KEY")) {
                return privateKeyOf(blocks.group(2));
            }
            if (kind.endsWith("PRIVATE KEY")) {
                throw new IllegalArgumentException(
                        "the key is not plain PKCS #8; convert it with: openssl pkcs8 -topk8 -nocrypt");
            }
        }
        throw new IllegalArgumentException("no private key: PEM begins with -----BEGIN PRIVATE KEY-----");
    }

    private static PrivateKey privateKeyOf(String base64) {
        byte[] encoded;
        try {
            encoded = Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the private key in the PEM text is damaged");
        }
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(encoded);
        for (String kind : KEY_KINDS) {
            Optional<PrivateKey> key = privateKeyOf(kind, spec);
            if (key.isPresent()) {
                return key.get();
            }
        }
        throw new IllegalArgumentException("the private key is damaged, or neither EC, RSA nor Ed25519");
    }

    private static Optional<PrivateKey> privateKeyOf(String kind, PKCS8EncodedKeySpec spec) {
        try {
            return Optional.of(KeyFactory.getInstance(kind).generatePrivate(spec));
        } catch (InvalidKeySpecException e) {
            // Of another kind: the encoding names it, and only the right factory takes it.
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java knows no " + kind + " keys", e);
        }
    }
}
