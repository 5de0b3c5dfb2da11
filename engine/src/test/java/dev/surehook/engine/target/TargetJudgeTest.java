package dev.surehook.engine.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetJudgeTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Map<String, List<String>> records = Map.of(
            "good.test", List.of("8.8.8.8", "2606:4700::1"),
            "mixed6.test", List.of("8.8.8.8", "::1"),
            "mixed4.test", List.of("8.8.8.8", "10.0.0.5"),
            "six.test", List.of("2606:4700::1"));

    @Test
    void E2_one_bad_address_among_the_records_refuses_the_host() {
        try (TargetJudge judge = judge(AddressRules.publicOnly())) {
            assertThat(atSave(judge, "https://mixed6.test/")).isEqualTo("address-loopback");
            assertThat(atSave(judge, "https://mixed4.test/")).isEqualTo("address-private");
            assertThat(atSave(judge, "https://good.test/")).isEqualTo("saved");
            assertThatThrownBy(() -> judge.addresses("mixed6.test", true, SOON)).isInstanceOf(AddressRefused.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::1]",
                "[::]",
                "[fe80::1]",
                "[fd00::1]",
                "127.0.0.1",
                "100.64.0.1",
                "169.254.169.254",
                "255.255.255.255",
                "224.0.0.1"
            })
    void E1_E3_an_address_in_the_url_is_judged_without_a_look_up(String host) {
        AtomicInteger asked = new AtomicInteger();
        Names names = name -> {
            asked.incrementAndGet();
            return new InetAddress[0];
        };
        try (TargetJudge judge = new TargetJudge(AddressRules.publicOnly(), names)) {
            assertThat(atSave(judge, "http://" + host + ":8080/")).startsWith("address-");
            assertThat(asked).hasValue(0);
        }
    }

    @Test
    void a_host_without_an_entry_may_be_saved_and_is_judged_when_it_has_one() {
        try (TargetJudge judge = judge(AddressRules.publicOnly())) {
            assertThat(atSave(judge, "https://later.test/")).isEqualTo("saved");
            assertThatThrownBy(() -> judge.addresses("later.test", false, SOON))
                    .isExactlyInstanceOf(UnknownHostException.class);
        }
    }

    @Test
    void where_only_ipv4_counts_the_others_are_left_out() throws UnknownHostException {
        try (TargetJudge judge = judge(AddressRules.publicOnly())) {
            assertThat(judge.addresses("good.test", true, SOON)).containsExactly(InetAddress.getByName("8.8.8.8"));
            assertThat(judge.addresses("good.test", false, SOON)).hasSize(2);
            assertThatThrownBy(() -> judge.addresses("six.test", true, SOON))
                    .isInstanceOf(AddressRefused.class)
                    .hasMessage("the host has no IPv4 address");
        }
    }

    @Test
    void a_look_up_that_hangs_is_given_up_in_time_and_asked_once_however_many_wait() {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Names names = host -> {
            asked.incrementAndGet();
            await(gate);
            return new InetAddress[] {InetAddress.getByName("8.8.8.8")};
        };
        try (TargetJudge judge = new TargetJudge(AddressRules.publicOnly(), names)) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> judge.addresses("hangs.test", false, Duration.ofMillis(20)))
                        .isInstanceOf(LookupTimeout.class);
            }
            assertThat(asked).hasValue(1);
        } finally {
            gate.countDown();
        }
    }

    @Test
    void names_that_hang_leave_threads_to_the_others() throws UnknownHostException {
        CountDownLatch gate = new CountDownLatch(1);
        Names names = host -> {
            if (host.startsWith("hangs")) {
                await(gate);
            }
            return new InetAddress[] {InetAddress.getByName("8.8.8.8")};
        };
        try (Lookups lookups = new Lookups(names, 2)) {
            // Known to be slow, from a time when they still came back.
            for (int i = 0; i < 4; i++) {
                lookups.rememberSlow("hangs" + i + ".test");
            }
            for (int i = 0; i < 4; i++) {
                String host = "hangs" + i + ".test";
                assertThat(lookups.addressesOf(host, Duration.ofMillis(20)))
                        .failsWithin(SOON)
                        .withThrowableThat()
                        .withCauseInstanceOf(LookupTimeout.class);
            }
            assertThat(lookups.addressesOf("good.test", SOON).join()).hasSize(1);
        } finally {
            gate.countDown();
        }
    }

    private TargetJudge judge(AddressRules rules) {
        return new TargetJudge(rules, host -> {
            List<String> found = records.get(host);
            if (found == null) {
                throw new UnknownHostException(host);
            }
            InetAddress[] addresses = new InetAddress[found.size()];
            for (int i = 0; i < addresses.length; i++) {
                addresses[i] = InetAddress.getByName(found.get(i));
            }
            return addresses;
        });
    }

    private static String atSave(TargetJudge judge, String url) {
        return judge.atSave(TargetUrl.parse(url), false, SOON)
                .map(Refusal::rule)
                .orElse("saved");
    }

    private static void await(CountDownLatch gate) {
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
