package dev.surehook.engine.target;

import java.util.Arrays;

/** Which host an address leads to in the end: IPv6 has several ways to wrap an IPv4 address. */
final class RealAddress {
    /** Of RFC 2765. The usual mapped form, {@code ::ffff:0:0/96}, the platform never gives as 16 bytes when it parses. */
    private static final AddressBlock STATELESS = AddressBlock.parse("::ffff:0:0:0/96");

    private static final AddressBlock COMPATIBLE = AddressBlock.parse("::/96");
    private static final AddressBlock TRANSLATED = AddressBlock.parse("64:ff9b::/96");
    private static final AddressBlock LOCALLY_TRANSLATED = AddressBlock.parse("64:ff9b:1::/48");
    private static final AddressBlock SIX_TO_FOUR = AddressBlock.parse("2002::/16");

    private RealAddress() {}

    /** The wrapped IPv4 address, or {@code address} itself. */
    static byte[] of(byte[] address) {
        if (address.length == 4 || isUnspecifiedOrLoopback(address)) {
            return address;
        }
        if (isMapped(address)
                || STATELESS.contains(address)
                || COMPATIBLE.contains(address)
                || TRANSLATED.contains(address)) {
            return Arrays.copyOfRange(address, 12, 16);
        }
        return SIX_TO_FOUR.contains(address) ? Arrays.copyOfRange(address, 2, 6) : address;
    }

    /** Whether it leads to a metadata service by any of the ways, those of the local network too. */
    static boolean isMetadata(byte[] address) {
        return SpecialAddresses.isMetadata(address)
                || SpecialAddresses.isMetadata(of(address))
                || (LOCALLY_TRANSLATED.contains(address) && isMetadataInside(address));
    }

    /** RFC 6052, 2.2: where the IPv4 address stands depends on the length of a prefix that only the network knows. */
    private static boolean isMetadataInside(byte[] a) {
        return SpecialAddresses.isMetadata(new byte[] {a[6], a[7], a[9], a[10]})
                || SpecialAddresses.isMetadata(new byte[] {a[7], a[9], a[10], a[11]})
                || SpecialAddresses.isMetadata(new byte[] {a[9], a[10], a[11], a[12]})
                || SpecialAddresses.isMetadata(Arrays.copyOfRange(a, 12, 16));
    }

    private static boolean isMapped(byte[] address) {
        for (int i = 0; i < 10; i++) {
            if (address[i] != 0) {
                return false;
            }
        }
        return address[10] == (byte) 0xff && address[11] == (byte) 0xff;
    }

    private static boolean isUnspecifiedOrLoopback(byte[] address) {
        for (int i = 0; i < 15; i++) {
            if (address[i] != 0) {
                return false;
            }
        }
        return address[15] == 0 || address[15] == 1;
    }
}
