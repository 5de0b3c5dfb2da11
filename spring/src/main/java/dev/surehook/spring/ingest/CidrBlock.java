package dev.surehook.spring.ingest;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** A block of IP addresses, such as {@code 10.0.0.0/8} or {@code ::1}. */
record CidrBlock(InetAddress network, int bits) {
    /** Only literals: a host name would be looked up, and could mean something else tomorrow. */
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    /** @throws IllegalArgumentException with one line when {@code text} is none */
    static CidrBlock parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        InetAddress network = literal(address, text);
        int most = network.getAddress().length * 8;
        int bits = slash < 0 ? most : number(text.substring(slash + 1), text);
        if (bits < 0 || bits > most) {
            throw notABlock(text);
        }
        return new CidrBlock(network, bits);
    }

    boolean contains(InetAddress address) {
        byte[] mine = network.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit & 7);
            if ((mine[bit >> 3] & mask) != (other[bit >> 3] & mask)) {
                return false;
            }
        }
        return true;
    }

    private static InetAddress literal(String address, String whole) {
        try {
            if (LITERAL.matcher(address).matches()) {
                return InetAddress.getByName(address);
            }
        } catch (UnknownHostException e) {
            // The one message below.
        }
        throw notABlock(whole);
    }

    private static int number(String text, String whole) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw notABlock(whole);
        }
    }

    private static IllegalArgumentException notABlock(String text) {
        return new IllegalArgumentException(
                "trusted-proxies: \"" + text + "\" is not an address or block; write 10.0.0.5 or 10.0.0.0/8");
    }
}
