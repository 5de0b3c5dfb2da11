package dev.surehook.engine.target;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** IPv4 addresses in their only undisputed spelling: four decimal numbers without leading zeros. */
final class Ipv4 {
    private Ipv4() {}

    static Optional<InetAddress> parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return Optional.empty();
        }
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            int octet = octet(parts[i]);
            if (octet < 0) {
                return Optional.empty();
            }
            bytes[i] = (byte) octet;
        }
        return Optional.of(of(bytes));
    }

    /** @param bytes 4 of them, or 16 */
    static InetAddress of(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("addresses have 4 or 16 bytes, not " + bytes.length, e);
        }
    }

    private static int octet(String part) {
        boolean plain = !part.isEmpty()
                && part.length() <= 3
                && part.chars().allMatch(c -> c >= '0' && c <= '9')
                && (part.length() == 1 || part.charAt(0) != '0');
        int value = plain ? Integer.parseInt(part) : -1;
        return value <= 255 ? value : -1;
    }
}
