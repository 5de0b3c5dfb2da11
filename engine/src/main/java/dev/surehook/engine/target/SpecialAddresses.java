package dev.surehook.engine.target;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The addresses that are not the public internet, after the registries of special-purpose addresses of IANA (RFC 6890
 * and what followed).
 */
final class SpecialAddresses {
    /**
     * A run of them.
     *
     * @param rule its short name, for programs
     * @param what for people, after "the address is"
     */
    record Kind(AddressBlock block, String rule, String what) {}

    /** Where clouds hand out credentials to whoever asks from inside. Some lie within public ranges. */
    private static final List<AddressBlock> METADATA = blocks(
            "169.254.169.254",
            "169.254.170.2",
            "169.254.170.23",
            "169.254.0.23",
            "169.254.42.42",
            "168.63.129.16",
            "100.100.100.200",
            "192.0.0.192",
            "fd00:ec2::254",
            "fd00:ec2::23",
            "fd20:ce::254",
            "fe80::a9fe:a9fe");

    /** The narrower of two stands first. */
    private static final List<Kind> KINDS = List.of(
            kind("0.0.0.0/8", "this-network", "no single host's"),
            kind("10.0.0.0/8", "private", "private"),
            kind("100.64.0.0/10", "carrier-nat", "inside a carrier's network"),
            kind("127.0.0.0/8", "loopback", "this machine's own"),
            kind("169.254.0.0/16", "link-local", "link-local"),
            kind("172.16.0.0/12", "private", "private"),
            kind("192.0.0.0/24", "reserved", "reserved"),
            kind("192.0.2.0/24", "documentation", "for documentation only"),
            kind("192.88.99.0/24", "reserved", "reserved"),
            kind("192.168.0.0/16", "private", "private"),
            kind("198.18.0.0/15", "benchmark", "for benchmarks only"),
            kind("198.51.100.0/24", "documentation", "for documentation only"),
            kind("203.0.113.0/24", "documentation", "for documentation only"),
            kind("224.0.0.0/4", "multicast", "multicast"),
            kind("255.255.255.255/32", "broadcast", "broadcast"),
            kind("240.0.0.0/4", "reserved", "reserved"),
            kind("::/128", "this-network", "no single host's"),
            kind("::1/128", "loopback", "this machine's own"),
            kind("64:ff9b:1::/48", "translated", "translated by rules of the local network"),
            kind("100::/64", "reserved", "reserved"),
            kind("2001::/32", "teredo", "a Teredo tunnel's"),
            kind("2001:2::/48", "benchmark", "for benchmarks only"),
            kind("2001::/23", "reserved", "reserved"),
            kind("2001:db8::/32", "documentation", "for documentation only"),
            kind("3fff::/20", "documentation", "for documentation only"),
            kind("fc00::/7", "unique-local", "private (unique local)"),
            kind("fe80::/10", "link-local", "link-local"),
            kind("fec0::/10", "private", "private (site-local)"),
            kind("ff00::/8", "multicast", "multicast"));

    private static final AddressBlock GLOBAL_UNICAST = AddressBlock.parse("2000::/3");
    private static final Kind OUTSIDE = kind("::/0", "reserved", "reserved");

    private SpecialAddresses() {}

    static boolean isMetadata(byte[] address) {
        return METADATA.stream().anyMatch(block -> block.contains(address));
    }

    static Optional<Kind> kindOf(byte[] address) {
        for (Kind kind : KINDS) {
            if (kind.block().contains(address)) {
                return Optional.of(kind);
            }
        }
        return address.length == 16 && !GLOBAL_UNICAST.contains(address) ? Optional.of(OUTSIDE) : Optional.empty();
    }

    private static Kind kind(String block, String rule, String what) {
        return new Kind(AddressBlock.parse(block), "address-" + rule, what);
    }

    private static List<AddressBlock> blocks(String... texts) {
        List<AddressBlock> blocks = new ArrayList<>();
        for (String text : texts) {
            blocks.add(AddressBlock.parse(text));
        }
        return List.copyOf(blocks);
    }
}
