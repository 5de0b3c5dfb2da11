package dev.surehook.engine.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRulesTest {
    private static final AddressRules PUBLIC_ONLY = AddressRules.publicOnly();

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, this-network",
        "0.1.2.3, this-network",
        "10.0.0.5, private",
        "10.255.255.255, private",
        "100.64.0.1, carrier-nat",
        "100.127.255.255, carrier-nat",
        "127.0.0.1, loopback",
        "127.255.255.254, loopback",
        "169.254.1.1, link-local",
        "172.16.0.1, private",
        "172.31.255.255, private",
        "192.0.0.1, reserved",
        "192.0.2.1, documentation",
        "192.168.1.1, private",
        "198.18.0.1, benchmark",
        "198.19.255.255, benchmark",
        "198.51.100.1, documentation",
        "203.0.113.9, documentation",
        "224.0.0.1, multicast",
        "239.255.255.255, multicast",
        "240.0.0.1, reserved",
        "255.255.255.255, broadcast",
        "::, this-network",
        "::1, loopback",
        "fe80::1, link-local",
        "febf::1, link-local",
        "fec0::1, private",
        "fc00::1, unique-local",
        "fd00::1, unique-local",
        "ff02::1, multicast",
        "100::1, reserved",
        "2001::1, teredo",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2, teredo",
        "2001:2::1, benchmark",
        "2001:20::1, reserved",
        "2001:db8::1, documentation",
        "3fff::1, documentation",
        "4000::1, reserved",
        "64:ff9b:1::808:808, translated"
    })
    void E3_addresses_that_are_not_the_public_internet_are_refused(String address, String rule) {
        assertThat(refusal(PUBLIC_ONLY, address)).isEqualTo("address-" + rule);
    }

    @ParameterizedTest
    @CsvSource({
        "::ffff:127.0.0.1, loopback",
        "::ffff:7f00:1, loopback",
        "::ffff:10.0.0.1, private",
        "::ffff:0:10.0.0.1, private",
        "::127.0.0.1, loopback",
        "::7f00:2, loopback",
        "::10.0.0.1, private",
        "64:ff9b::127.0.0.1, loopback",
        "64:ff9b::a00:1, private",
        "64:ff9b::a9fe:a9fe, metadata",
        "2002:7f00:1::, loopback",
        "2002:a00:1::1, private",
        "2002:a9fe:a9fe::1, metadata",
        "2002:6440:1::1, carrier-nat"
    })
    void E1_an_address_inside_another_is_the_one_that_is_judged(String address, String rule) {
        assertThat(refusal(PUBLIC_ONLY, address)).isEqualTo("address-" + rule);
    }

    @Test
    void E1_a_mapped_address_of_16_bytes_is_the_one_inside() throws UnknownHostException {
        byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 127, 0, 0, 1};
        InetAddress address = Inet6Address.getByAddress("x", mapped, 0);

        assertThat(address.getAddress()).hasSize(16);
        assertThat(PUBLIC_ONLY.judge("x", address).map(Refusal::rule)).contains("address-loopback");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.1",
                "169.253.255.255",
                "172.15.255.255",
                "172.32.0.0",
                "192.167.255.255",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2606:4700:4700::1111",
                "2001:4860:4860::8888",
                "2002:808:808::1",
                "64:ff9b::808:808",
                "::ffff:8.8.8.8"
            })
    void addresses_of_the_public_internet_are_dialled(String address) {
        assertThat(refusal(PUBLIC_ONLY, address)).isEqualTo("allowed");
    }

    @Test
    void E8_allowed_networks_work_and_the_reason_of_the_others_names_the_setting() {
        AddressRules rules = AddressRules.allowing(List.of("10.20.0.0/16"));

        assertThat(refusal(rules, "10.20.255.255")).isEqualTo("allowed");
        assertThat(refusal(rules, "::ffff:10.20.0.1")).isEqualTo("allowed");
        assertThat(refusal(rules, "64:ff9b::10.20.0.1")).isEqualTo("allowed");
        assertThat(judge(rules, "10.30.0.1").map(Refusal::text))
                .contains(
                        "the host's address is private (10.0.0.0/8), which is refused unless the operator allows it in"
                                + " surehook.targets.allow");
        assertThat(judge(rules, "169.254.169.254").map(Refusal::text))
                .contains(
                        "the host's address is a cloud's metadata service, which surehook.targets.allow cannot allow");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254",
                "169.254.170.2",
                "100.100.100.200",
                "168.63.129.16",
                "fd00:ec2::254",
                "fe80::a9fe:a9fe",
                "::ffff:169.254.169.254",
                "::a9fe:a9fe",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b:1::a9fe:a9fe",
                "64:ff9b:1:a9fe:a9:fe00::",
                "2002:a9fe:a9fe::"
            })
    void E8_metadata_stays_refused_whatever_is_allowed(String address) {
        AddressRules rules = AddressRules.allowing(List.of("0.0.0.0/0", "::/0", "host.test", address));

        assertThat(refusal(rules, address)).isEqualTo("address-metadata");
    }

    @Test
    void local_development_needs_one_word() {
        AddressRules rules = AddressRules.allowing(List.of("localhost"));

        assertThat(refusal(rules, "127.0.0.1")).isEqualTo("allowed");
        assertThat(refusal(rules, "::1")).isEqualTo("allowed");
        assertThat(refusal(rules, "10.0.0.1")).isEqualTo("address-private");
        assertThat(refusal(rules, "0.0.0.0")).isEqualTo("address-this-network");
    }

    @Test
    void allowed_hosts_may_have_any_address_and_other_hosts_may_not() throws UnknownHostException {
        AddressRules rules = AddressRules.allowing(List.of("Hooks.Internal", " *.svc.local "));
        InetAddress inside = InetAddress.getByName("10.0.0.1");

        assertThat(rules.judge("hooks.internal", inside)).isEmpty();
        assertThat(rules.judge("a.b.svc.local", inside)).isEmpty();
        assertThat(rules.judge("svc.local", inside)).isPresent();
        assertThat(rules.judge("xsvc.local", inside)).isPresent();
        assertThat(rules.judge("x.hooks.internal", inside)).isPresent();
        assertThat(rules.judge("10.0.0.1", inside)).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.20.0.0/33|needs a number from 0 to 32 after the slash",
                "10.20.0.0/|needs a number from 0 to 32 after the slash",
                "fd00::/129|needs a number from 0 to 128 after the slash",
                "10.20.0.1/16|has an address beyond its 16 bits; write 10.20.0.0/16",
                "10.20/16|is no address",
                "fd00:::/8|is no address",
                "a_b|is neither a network, an address nor a host name",
                "127.1|is neither a network, an address nor a host name",
                "''|is neither a network, an address nor a host name",
                "https://h|is no address",
                "h/x|is no address"
            })
    void an_entry_that_cannot_be_used_is_quoted_with_what_is_wrong(String entry, String fault) {
        assertThatThrownBy(() -> AddressRules.allowing(List.of(entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("surehook.targets.allow: '" + entry + "' " + fault);
    }

    private static String refusal(AddressRules rules, String address) {
        return judge(rules, address).map(Refusal::rule).orElse("allowed");
    }

    private static Optional<Refusal> judge(AddressRules rules, String address) {
        try {
            return rules.judge("host.test", InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
