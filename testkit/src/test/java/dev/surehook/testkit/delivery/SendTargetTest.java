package dev.surehook.testkit.delivery;

import static dev.surehook.testkit.delivery.Sending.addresses;
import static dev.surehook.testkit.delivery.Sending.open;
import static dev.surehook.testkit.delivery.Sending.post;
import static dev.surehook.testkit.delivery.Sending.refused;
import static dev.surehook.testkit.delivery.Sending.result;
import static dev.surehook.testkit.delivery.Sending.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.delivery.HttpSender.Way;
import dev.surehook.engine.delivery.PooledSender;
import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.engine.target.AddressRules;
import dev.surehook.engine.target.Names;
import dev.surehook.engine.tls.Trust;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendTargetTest {
    private final ScriptedReceiver canary = ScriptedReceiver.start();

    @AfterEach
    void stop() {
        canary.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::127.0.0.1]",
                "[64:ff9b::127.0.0.1]",
                "[2002:7f00:1::]",
                "[::1]",
                "[::]",
                "[fe80::1]",
                "[fd00::1]",
                "0.0.0.0",
                "localhost"
            })
    void E1_E3_an_address_in_the_url_is_judged_at_send_too(String host) {
        try (PooledSender sender = open(AddressRules.publicOnly(), Trust.system())) {
            Sent sent = send(sender, post("http://" + host + ":" + canary.port() + "/?token=ZZZ9", Sending.USUAL));

            assertThat(refused(sent)).isTrue();
            assertThat(result(sent)).contains("surehook.targets.allow").doesNotContain("ZZZ9");
            assertThat(canary.connections()).isZero();
        }
    }

    @Test
    void E2_one_bad_address_among_several_refuses_the_connection() {
        Names names = host -> host.startsWith("six") ? addresses("8.8.8.8", "[::1]") : addresses("8.8.8.8", "10.0.0.5");
        try (PooledSender sender = open(AddressRules.publicOnly(), names)) {
            assertThat(refused(send(sender, post("http://six.test/", Sending.USUAL))))
                    .isTrue();
            assertThat(refused(send(sender, post("http://four.test/", Sending.USUAL))))
                    .isTrue();
        }
    }

    @Test
    void E4_a_name_that_changes_between_two_look_ups_never_reaches_the_address_that_was_not_judged() {
        AtomicInteger asked = new AtomicInteger();
        Names names = host -> addresses(asked.getAndIncrement() % 2 == 0 ? "127.0.0.2" : "127.0.0.1");
        int refusals = 0;
        // Nobody listens on 127.0.0.2; the canary on 127.0.0.1 is what the attacker wants to reach.
        try (PooledSender sender = open(AddressRules.allowing(List.of("127.0.0.2")), names)) {
            for (int i = 0; i < 200; i++) {
                Sent sent = send(sender, post("http://rebind.test:" + canary.port() + "/", Sending.USUAL));
                assertThat(result(sent))
                        .isEqualTo(
                                i % 2 == 0
                                        ? "connection refused"
                                        : "the host's address is this machine's own (127.0.0.0/8), which is refused"
                                                + " unless the operator allows it in surehook.targets.allow");
                refusals += refused(sent) ? 1 : 0;
            }
        }
        assertThat(refusals).isEqualTo(100);
        assertThat(asked).hasValue(200);
        assertThat(canary.connections()).isZero();
    }

    @Test
    void E4_the_receiver_is_told_the_name_while_the_socket_goes_to_the_judged_address() {
        try (PooledSender sender = open(AddressRules.allowing(List.of("localhost")), host -> addresses("127.0.0.1"))) {
            assertThat(result(send(sender, post("http://Hooks.Test:" + canary.port() + "/", Sending.USUAL))))
                    .isEqualTo("204");
        }
        assertThat(canary.requests().get(0).headers().values("Host")).containsExactly("hooks.test:" + canary.port());
    }

    @Test
    void E5_a_redirect_to_an_address_inside_is_not_followed() {
        try (ScriptedReceiver receiver = ScriptedReceiver.start();
                PooledSender sender = open(AddressRules.allowing(List.of("localhost")), Trust.system())) {
            for (int status : new int[] {302, 307}) {
                receiver.respond(Answer.redirect(status, canary.url("/").toString()));
                assertThat(result(send(sender, receiver.url("/")))).isEqualTo(Integer.toString(status));
            }
        }
        assertThat(canary.connections()).isZero();
    }

    @Test
    void E8_what_the_operator_allows_is_reached_and_metadata_is_not() {
        AddressRules rules = AddressRules.allowing(List.of("127.0.0.0/8", "169.254.0.0/16", "meta.test"));
        try (PooledSender sender = open(rules, host -> addresses("169.254.169.254"))) {
            assertThat(result(send(sender, canary.url("/")))).isEqualTo("204");
            for (String host : List.of("169.254.169.254", "meta.test")) {
                Sent sent = send(sender, post("http://" + host + "/latest/meta-data/", Sending.USUAL));
                assertThat(refused(sent)).isTrue();
                assertThat(result(sent)).contains("metadata");
            }
        }
    }

    @Test
    void where_only_ipv4_counts_no_other_address_is_dialled() {
        Way ipv4Only = new Way(true, Optional.empty());
        Names names = host -> host.equals("both.test") ? addresses("[::1]", "127.0.0.1") : addresses("[::1]");
        try (PooledSender sender = open(AddressRules.allowing(List.of("localhost")), names)) {
            String port = ":" + canary.port() + "/";
            assertThat(result(send(sender, post("http://both.test" + port, Sending.USUAL, ipv4Only))))
                    .isEqualTo("204");
            Sent sent = send(sender, post("http://six.test" + port, Sending.USUAL, ipv4Only));
            assertThat(refused(sent)).isTrue();
            assertThat(result(sent)).isEqualTo("the host has no IPv4 address");
        }
    }

    @Test
    void D4_a_name_that_gets_its_entry_later_is_reached_then() {
        AtomicInteger asked = new AtomicInteger();
        Names names = host -> {
            if (asked.incrementAndGet() < 3) {
                throw new UnknownHostException(host);
            }
            return addresses("127.0.0.1");
        };
        try (PooledSender sender = open(AddressRules.allowing(List.of("localhost")), names)) {
            String url = "http://late.test:" + canary.port() + "/";
            assertThat(result(send(sender, post(url, Sending.USUAL)))).isEqualTo("unknown host name");
            assertThat(result(send(sender, post(url, Sending.USUAL)))).isEqualTo("unknown host name");
            assertThat(result(send(sender, post(url, Sending.USUAL)))).isEqualTo("204");
        }
    }

    @Test
    void a_resolver_that_hangs_costs_the_total_timeout_and_nothing_is_sent_later() throws IOException {
        CountDownLatch gate = new CountDownLatch(1);
        Names names = host -> {
            awaitUninterruptibly(gate);
            return addresses("127.0.0.1");
        };
        Timeouts tight = new Timeouts(Duration.ofMillis(300), Duration.ofMillis(300));
        try (ServerSocket endpoint = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                PooledSender sender = open(AddressRules.allowing(List.of("localhost")), names)) {
            Sent sent = send(sender, post("http://hangs.test:" + endpoint.getLocalPort() + "/", tight));
            assertThat(result(sent)).isEqualTo("no answer within 300 ms");
            assertThat(sent.took()).isBetween(tight.total(), tight.total().plusSeconds(2));

            gate.countDown();
            endpoint.setSoTimeout(500);
            org.assertj.core.api.Assertions.assertThatThrownBy(endpoint::accept)
                    .isInstanceOf(SocketTimeoutException.class);
        } finally {
            gate.countDown();
        }
    }

    @Test
    void names_that_hang_do_not_keep_others_from_being_reached() {
        CountDownLatch gate = new CountDownLatch(1);
        Names names = host -> {
            if (host.startsWith("hangs")) {
                awaitUninterruptibly(gate);
            }
            return addresses("127.0.0.1");
        };
        Timeouts tight = new Timeouts(Duration.ofMillis(300), Duration.ofMillis(300));
        try (PooledSender sender = open(AddressRules.allowing(List.of("localhost")), names)) {
            for (int i = 0; i < 10; i++) {
                sender.send(post("http://hangs" + i + ".test/", tight), sent -> {});
            }
            assertThat(result(send(sender, post("http://good.test:" + canary.port() + "/", Sending.USUAL))))
                    .isEqualTo("204");
        } finally {
            gate.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch gate) {
        boolean interrupted = false;
        while (gate.getCount() > 0) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
