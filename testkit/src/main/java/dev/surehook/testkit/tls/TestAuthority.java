package dev.surehook.testkit.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A private certificate authority, and what it signs. Immutable. */
public final class TestAuthority {
    private static final byte[] ECDSA_SHA256 =
            Der.of(Der.SEQUENCE, Der.oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final AtomicLong SERIAL = new AtomicLong(1);
    private static final char[] NO_PASSWORD = new char[0];

    private final String name;
    private final KeyPair keys = newKeys();
    private final X509Certificate certificate;

    /** A certificate with its key, and those sent along with it. */
    public record Holder(List<X509Certificate> chain, KeyPair keys) {
        public Holder {
            chain = List.copyOf(chain);
        }

        /** Its own first. */
        public String certificatesPem() {
            StringBuilder pem = new StringBuilder();
            chain.forEach(certificate -> pem.append(TestAuthority.pem(certificate)));
            return pem.toString();
        }

        /** PKCS #8, not encrypted. */
        public String keyPem() {
            return TestAuthority.pem("PRIVATE KEY", keys.getPrivate().getEncoded());
        }

        /** For a server. */
        public SSLContext context() {
            return context(null);
        }

        /** For a server that wants clients of {@code clients}. */
        public SSLContext context(@Nullable TestAuthority clients) {
            try {
                KeyStore store = KeyStore.getInstance("PKCS12");
                store.load(null, null);
                store.setKeyEntry("server", keys.getPrivate(), NO_PASSWORD, chain.toArray(Certificate[]::new));
                KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                own.init(store, NO_PASSWORD);
                KeyStore trusted = KeyStore.getInstance("PKCS12");
                trusted.load(null, null);
                if (clients != null) {
                    trusted.setCertificateEntry("clients", clients.certificate);
                }
                TrustManagerFactory others = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                others.init(trusted);
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(own.getKeyManagers(), clients == null ? null : others.getTrustManagers(), null);
                return context;
            } catch (IOException | GeneralSecurityException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** A new one, with a key of its own. */
    public TestAuthority(String name) {
        this.name = name;
        this.certificate = sign(name, keys, true, Instant.now(), "none", new byte[0]);
    }

    private TestAuthority(String name, TestAuthority above) {
        this.name = name;
        this.certificate = above.sign(name, keys, true, Instant.now(), "none", new byte[0]);
    }

    /** One between, whose certificate this one signs. */
    public TestAuthority below(String name) {
        return new TestAuthority(name, this);
    }

    /** Its certificate. */
    public String pem() {
        return pem(certificate);
    }

    public X509Certificate certificate() {
        return certificate;
    }

    /** For the host name, or for the address, valid for a day around now. */
    public Holder issue(String host, X509Certificate... sentAlong) {
        return issue(host, Instant.now(), sentAlong);
    }

    /** @param middle of the day of validity */
    public Holder issue(String host, Instant middle, X509Certificate... sentAlong) {
        KeyPair pair = newKeys();
        List<X509Certificate> chain = new ArrayList<>();
        chain.add(sign(host, pair, false, middle, host, subjectName(host)));
        chain.addAll(List.of(sentAlong));
        return new Holder(chain, pair);
    }

    private static byte[] subjectName(String host) {
        if (!Character.isDigit(host.charAt(0))) {
            return Der.text(0x82, host);
        }
        try {
            return Der.of(0x87, InetAddress.getByName(host).getAddress());
        } catch (UnknownHostException e) {
            throw new AssertionError(host + " is no address", e);
        }
    }

    private X509Certificate sign(
            String subject, KeyPair pair, boolean authority, Instant middle, String host, byte[] alternativeName) {
        Duration half = Duration.ofHours(12);
        byte[] constraint =
                extension(new int[] {0x55, 0x1d, 0x13}, Der.of(Der.SEQUENCE, Der.of(0x01, new byte[] {-1})));
        byte[] names = extension(new int[] {0x55, 0x1d, 0x11}, Der.of(Der.SEQUENCE, alternativeName));
        byte[] body = Der.of(
                Der.SEQUENCE,
                Der.of(0xa0, Der.of(0x02, new byte[] {2})),
                Der.of(0x02, BigInteger.valueOf(SERIAL.getAndIncrement()).toByteArray()),
                ECDSA_SHA256,
                distinguishedName(name),
                Der.of(Der.SEQUENCE, time(middle.minus(half)), time(middle.plus(half))),
                distinguishedName(subject),
                pair.getPublic().getEncoded(),
                Der.of(0xa3, Der.of(Der.SEQUENCE, authority ? constraint : names)));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(body);
            byte[] bits = Der.of(0x03, new byte[] {0}, signature.sign());
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(Der.of(Der.SEQUENCE, body, ECDSA_SHA256, bits)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("no certificate for " + host, e);
        }
    }

    private static byte[] extension(int[] oid, byte[] value) {
        return Der.of(Der.SEQUENCE, Der.oid(oid), Der.of(0x04, value));
    }

    private static byte[] distinguishedName(String commonName) {
        return Der.of(
                Der.SEQUENCE,
                Der.of(Der.SET, Der.of(Der.SEQUENCE, Der.oid(0x55, 0x04, 0x03), Der.text(0x0c, commonName))));
    }

    private static byte[] time(Instant at) {
        return Der.text(0x18, TIME.format(at));
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String pem(X509Certificate certificate) {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String pem(String kind, byte[] bytes) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + kind
                + "-----\n";
    }
}
