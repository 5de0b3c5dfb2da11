package dev.surehook.testkit.delivery;

import static dev.surehook.testkit.delivery.Sending.addresses;
import static dev.surehook.testkit.delivery.Sending.post;
import static dev.surehook.testkit.delivery.Sending.result;
import static dev.surehook.testkit.delivery.Sending.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.delivery.ForwardProxy;
import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.delivery.HttpSender.Way;
import dev.surehook.engine.delivery.PooledSender;
import dev.surehook.engine.delivery.SenderSettings;
import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.engine.target.AddressRules;
import dev.surehook.engine.target.TargetUrl;
import dev.surehook.engine.tls.ClientIdentity;
import dev.surehook.engine.tls.Trust;
import dev.surehook.signatures.Secret;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import dev.surehook.testkit.tls.TestAuthority;
import dev.surehook.testkit.tls.TestProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

class SendTlsTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("Private authority");
    private static final String HOST = "hooks.test";

    @Test
    void D7_a_private_authority_works_where_it_is_added_and_system_trust_stays() {
        assertThat(reached(AUTHORITY.issue(HOST).context(), privateTrust())).isEqualTo("204");
        assertThat(reached(AUTHORITY.issue(HOST, AUTHORITY.certificate()).context(), Trust.system()))
                .isEqualTo("TLS failure: the certificate is not trusted: the authority behind it is unknown here");
    }

    @Test
    void D7_a_self_signed_certificate_has_its_own_reason() {
        assertThat(reached(SelfSigned.context(), privateTrust()))
                .isEqualTo("TLS failure: the certificate is not trusted: it is self-signed");
    }

    @Test
    void D7_an_expired_certificate_has_its_own_reason() {
        Instant lastWeek = Instant.now().minus(Duration.ofDays(7));
        assertThat(reached(AUTHORITY.issue(HOST, lastWeek).context(), privateTrust()))
                .isEqualTo("TLS failure: the certificate has expired");
        assertThat(reached(
                        AUTHORITY
                                .issue(HOST, Instant.now().plus(Duration.ofDays(7)))
                                .context(),
                        privateTrust()))
                .isEqualTo("TLS failure: the certificate is not valid yet");
    }

    @Test
    void D7_a_certificate_for_another_name_has_its_own_reason() {
        assertThat(reached(AUTHORITY.issue("other.test").context(), privateTrust()))
                .isEqualTo("TLS failure: the certificate is for another host");
        // The address that the socket goes to is not the name that was meant.
        assertThat(reached(AUTHORITY.issue("127.0.0.1").context(), privateTrust()))
                .isEqualTo("TLS failure: the certificate is for another host");
    }

    @Test
    void D7_a_missing_intermediate_has_its_own_reason_and_works_when_it_is_sent() {
        TestAuthority between = AUTHORITY.below("Between");

        assertThat(reached(between.issue(HOST).context(), privateTrust()))
                .isEqualTo("TLS failure: the certificate is not trusted: the receiver sent none of its issuer, which"
                        + " is unknown here");
        assertThat(reached(between.issue(HOST, between.certificate()).context(), privateTrust()))
                .isEqualTo("204");
    }

    @Test
    void D7_E4_the_name_is_sent_to_the_server_while_the_socket_goes_to_the_judged_address() throws Exception {
        SSLContext tls = AUTHORITY.issue(HOST).context();
        try (SSLServerSocket server = (SSLServerSocket)
                        tls.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
                PooledSender sender = sender(privateTrust(), Optional.empty())) {
            CompletableFuture<String> asked = CompletableFuture.supplyAsync(() -> nameAsked(server));
            send(sender, post("https://" + HOST + ":" + server.getLocalPort() + "/", Sending.USUAL));

            assertThat(asked.get(10, TimeUnit.SECONDS)).isEqualTo(HOST);
        }
    }

    private static String nameAsked(SSLServerSocket server) {
        try (SSLSocket socket = (SSLSocket) server.accept()) {
            socket.startHandshake();
            ExtendedSSLSession session = (ExtendedSSLSession) socket.getSession();
            return ((SNIHostName) session.getRequestedServerNames().get(0)).getAsciiName();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_receiver_that_speaks_no_tls_has_its_own_reason() {
        try (ScriptedReceiver plain = ScriptedReceiver.start();
                PooledSender sender = sender(privateTrust(), Optional.empty())) {
            assertThat(result(send(sender, post("https://" + HOST + ":" + plain.port() + "/", Sending.USUAL))))
                    .isEqualTo("TLS failure: the receiver broke the handshake off");
        }
    }

    @Test
    void mutual_tls_shows_our_certificate_for_the_endpoint_that_has_one_and_no_other() {
        TestAuthority.Holder own = AUTHORITY.issue("sender");
        ClientIdentity identity = ClientIdentity.of(own.certificatesPem(), own.keyPem());
        SSLContext tls = AUTHORITY.issue(HOST).context(AUTHORITY);
        try (ScriptedReceiver receiver = ScriptedReceiver.startMutualTls(tls);
                PooledSender sender = sender(privateTrust(), Optional.empty(), Map.of("partner", identity))) {
            assertThat(result(send(sender, with(receiver, Optional.of("partner")))))
                    .isEqualTo("204");
            assertThat(result(send(sender, with(receiver, Optional.empty()))))
                    // The receiver closes on what it has not read yet, and its reset may outrun its alert.
                    .isIn("TLS failure: the receiver wants a client certificate, or another one", "connection reset");
            assertThat(result(send(sender, with(receiver, Optional.of("partner")))))
                    .isEqualTo("204");
            assertThat(result(send(sender, with(receiver, Optional.of("gone")))))
                    .isEqualTo("there is no client identity \"gone\" on this node");
            assertThat(receiver.requests()).hasSize(2);
            assertThat(receiver.requests().get(1).connection())
                    .isEqualTo(receiver.requests().get(0).connection());
        }
    }

    @Test
    void a_receiver_that_reads_nothing_over_tls_blocks_neither_the_clock_nor_other_attempts() throws Exception {
        SSLContext tls = AUTHORITY.issue(HOST).context();
        Timeouts tight = new Timeouts(Duration.ofSeconds(1), Duration.ofSeconds(1));
        try (SSLServerSocket deaf = (SSLServerSocket)
                        tls.getServerSocketFactory().createServerSocket(0, 20, InetAddress.getLoopbackAddress());
                ScriptedReceiver healthy = ScriptedReceiver.startTls(tls);
                PooledSender sender = sender(privateTrust(), Optional.empty())) {
            Thread shaking = new Thread(() -> shakeHandsOnly(deaf));
            shaking.setDaemon(true);
            shaking.start();
            Outbound large = new Outbound(
                    TargetUrl.parse("https://" + HOST + ":" + deaf.getLocalPort() + "/"),
                    List.of(),
                    new byte[32 << 20],
                    tight,
                    Way.USUAL);
            // More of them than there are threads to close connections.
            for (int round = 0; round < 6; round++) {
                Sent sent = send(sender, large);
                assertThat(result(sent)).isEqualTo("no answer within 1 s");
                assertThat(sent.took()).isBetween(tight.total(), Duration.ofSeconds(3));
            }
            assertThat(result(send(sender, with(healthy, Optional.empty())))).isEqualTo("204");
        }
    }

    private static void shakeHandsOnly(SSLServerSocket server) {
        List<Socket> held = new ArrayList<>();
        try {
            while (true) {
                SSLSocket socket = (SSLSocket) server.accept();
                held.add(socket);
                socket.startHandshake();
            }
        } catch (IOException e) {
            for (Socket socket : held) {
                closeQuietly(socket);
            }
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is the test's end; the other side has gone already.
            return;
        }
    }

    @Test
    void through_a_proxy_the_judged_address_is_asked_for_and_the_name_is_checked() throws IOException {
        try (ScriptedReceiver receiver =
                        ScriptedReceiver.startTls(AUTHORITY.issue(HOST).context());
                ScriptedReceiver plain = ScriptedReceiver.start();
                TestProxy proxy = new TestProxy();
                PooledSender sender = sender(privateTrust(), Optional.of(settings(proxy, false)))) {
            assertThat(result(send(sender, with(receiver, Optional.empty())))).isEqualTo("204");
            assertThat(result(send(sender, post("http://" + HOST + ":" + plain.port() + "/x?y", Sending.USUAL))))
                    .isEqualTo("204");

            assertThat(proxy.asked()).containsExactly("127.0.0.1:" + receiver.port(), "127.0.0.1:" + plain.port());
            assertThat(receiver.requests().get(0).header("Host")).isEqualTo(HOST + ":" + receiver.port());
            assertThat(plain.requests().get(0).header("Host")).isEqualTo(HOST + ":" + plain.port());
            assertThat(plain.requests().get(0).target()).isEqualTo("/x?y");
            assertThat(plain.requests().get(0).headers().values("Proxy-Connection"))
                    .isEmpty();
        }
    }

    @Test
    void through_a_proxy_nothing_goes_to_an_address_that_was_not_judged_safe() throws IOException {
        try (TestProxy proxy = new TestProxy();
                PooledSender sender = PooledSender.open(
                        new SenderSettings(
                                AddressRules.publicOnly(), 4, 4, Trust.system(), Optional.of(settings(proxy, false))),
                        Forwarding.clock(),
                        host -> addresses("127.0.0.1"))) {
            assertThat(Sending.refused(send(sender, post("https://" + HOST + "/", Sending.USUAL))))
                    .isTrue();
            assertThat(Sending.refused(send(sender, post("http://10.0.0.1/", Sending.USUAL))))
                    .isTrue();
            assertThat(proxy.asked()).isEmpty();
        }
    }

    @Test
    void a_proxy_that_is_trusted_to_judge_is_asked_for_the_name() throws IOException {
        try (ScriptedReceiver receiver =
                        ScriptedReceiver.startTls(AUTHORITY.issue(HOST).context());
                TestProxy proxy = new TestProxy();
                PooledSender sender = sender(privateTrust(), Optional.of(settings(proxy, true)))) {
            assertThat(result(send(sender, with(receiver, Optional.empty())))).isEqualTo("204");
            assertThat(proxy.asked()).containsExactly(HOST + ":" + receiver.port());
        }
    }

    @Test
    void a_proxy_that_refuses_is_no_answer_of_the_receiver() throws IOException {
        try (TestProxy proxy = new TestProxy();
                PooledSender sender = sender(privateTrust(), Optional.of(settings(proxy, false)))) {
            proxy.refuse();
            assertThat(result(send(sender, post("https://" + HOST + "/h?token=ZZZ9", Sending.USUAL))))
                    .isEqualTo("the proxy refused the connection");
        }
    }

    @Test
    void a_proxy_is_told_who_we_are_and_the_receiver_is_not() throws IOException {
        try (ScriptedReceiver receiver = ScriptedReceiver.start();
                TestProxy proxy = new TestProxy();
                PooledSender known = sender(privateTrust(), Optional.of(withLogin(proxy, "ZZZ9")));
                PooledSender unknown = sender(privateTrust(), Optional.of(settings(proxy, false)));
                PooledSender mistaken = sender(privateTrust(), Optional.of(withLogin(proxy, "other")))) {
            proxy.require("surehook", "ZZZ9");
            Outbound request = post("http://" + HOST + ":" + receiver.port() + "/", Sending.USUAL);

            assertThat(result(send(known, request))).isEqualTo("204");
            for (PooledSender refused : List.of(unknown, mistaken)) {
                assertThat(result(send(refused, request)))
                        .isEqualTo("the proxy does not know us: it wants a user and a password, or others");
            }
            assertThat(receiver.requests()).hasSize(1);
            assertThat(receiver.requests().get(0).headers().values("Proxy-Authorization"))
                    .isEmpty();
            assertThat(withLogin(proxy, "ZZZ9").toString()).doesNotContain("ZZZ9");
        }
    }

    private static ForwardProxy withLogin(TestProxy proxy, String password) {
        return new ForwardProxy(
                "127.0.0.1", proxy.port(), false, Optional.of(new ForwardProxy.Login("surehook", Secret.of(password))));
    }

    @Test
    void certificates_and_keys_that_cannot_be_used_are_refused_without_showing_the_key() {
        TestAuthority.Holder own = AUTHORITY.issue("sender");
        String damaged = own.keyPem().replaceFirst("\n[^\n]{20}", "\nAAAAAAAAAAAAAAAAAAAA");

        assertThatThrownBy(() -> Trust.system().and("no pem"))
                .hasMessageStartingWith("no certificate: PEM begins with");
        assertThatThrownBy(() -> ClientIdentity.of(own.certificatesPem(), "x"))
                .hasMessageStartingWith("no private key: PEM begins with");
        assertThatThrownBy(() -> ClientIdentity.of(own.certificatesPem(), damaged))
                .hasMessage("the private key is damaged, or neither EC, RSA nor Ed25519");
        assertThatThrownBy(() ->
                        ClientIdentity.of(own.certificatesPem(), own.keyPem().replace("PRIVATE KEY", "EC PRIVATE KEY")))
                .hasMessage("the key is not plain PKCS #8; convert it with: openssl pkcs8 -topk8 -nocrypt");
        assertThatThrownBy(() -> ClientIdentity.of(
                        own.certificatesPem(), AUTHORITY.issue("sender").keyPem()))
                .hasMessageStartingWith("the key does not belong to the certificate");
        assertThat(ClientIdentity.of(own.certificatesPem(), own.keyPem())).hasToString("ClientIdentity[CN=sender]");
    }

    private static Outbound with(ScriptedReceiver receiver, Optional<String> identity) {
        return post("https://" + HOST + ":" + receiver.port() + "/", Sending.USUAL, new Way(false, identity));
    }

    private static Trust privateTrust() {
        return Trust.system().and(AUTHORITY.pem());
    }

    private static String reached(SSLContext tls, Trust trust) {
        try (ScriptedReceiver receiver = ScriptedReceiver.startTls(tls);
                PooledSender sender = sender(trust, Optional.empty())) {
            return result(
                    send(sender, post("https://" + HOST + ":" + receiver.port() + "/h?token=ZZZ9", Sending.USUAL)));
        }
    }

    private static ForwardProxy settings(TestProxy proxy, boolean trusted) {
        return new ForwardProxy("127.0.0.1", proxy.port(), trusted, Optional.empty());
    }

    private static PooledSender sender(Trust trust, Optional<ForwardProxy> proxy) {
        return sender(trust, proxy, Map.of());
    }

    private static PooledSender sender(
            Trust trust, Optional<ForwardProxy> proxy, Map<String, ClientIdentity> identities) {
        return PooledSender.open(
                new SenderSettings(AddressRules.allowing(List.of("localhost")), 4, 4, trust, proxy, identities),
                Forwarding.clock(),
                host -> addresses("127.0.0.1"));
    }
}
