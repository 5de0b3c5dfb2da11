package dev.surehook.engine.target;

import java.net.InetAddress;
import java.util.Arrays;

/** A run of addresses in CIDR form: {@code 10.20.0.0/16}, {@code fd00:1::/32}, or one address. */
final class AddressBlock {
    private final String text;
    private final byte[] first;
    private final int bits;

    private AddressBlock(String text, byte[] first, int bits) {
        this.text = text;
        this.first = first;
        this.bits = bits;
    }

    /** @throws IllegalArgumentException saying in what way {@code text} is no block, to follow its quotation */
    static AddressBlock parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        byte[] bytes = address(address);
        int bits = slash < 0 ? 8 * bytes.length : bits(text.substring(slash + 1), 8 * bytes.length);
        if (!Arrays.equals(bytes, masked(bytes, bits))) {
            throw new IllegalArgumentException("has an address beyond its " + bits + " bits; write "
                    + Ipv4.of(masked(bytes, bits)).getHostAddress() + "/" + bits);
        }
        return new AddressBlock(text, bytes, bits);
    }

    /** Whether {@code address}, of either length, lies in it. */
    boolean contains(byte[] address) {
        return address.length == first.length && Arrays.equals(first, masked(address, bits));
    }

    private static byte[] address(String text) {
        try {
            InetAddress address = TargetHost.parse(text.indexOf(':') < 0 ? text : "[" + text + "]")
                    .address()
                    .orElseThrow(() -> new IllegalArgumentException("is no address"));
            return address.getAddress();
        } catch (TargetRefused e) {
            throw new IllegalArgumentException("is no address", e);
        }
    }

    private static int bits(String text, int most) {
        boolean plain = !text.isEmpty() && text.length() <= 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int bits = plain ? Integer.parseInt(text) : -1;
        if (bits < 0 || bits > most) {
            throw new IllegalArgumentException("needs a number from 0 to " + most + " after the slash");
        }
        return bits;
    }

    private static byte[] masked(byte[] address, int bits) {
        byte[] masked = new byte[address.length];
        for (int i = 0; i < address.length; i++) {
            int kept = Math.max(0, Math.min(8, bits - 8 * i));
            masked[i] = (byte) (address[i] & (0xff << (8 - kept)));
        }
        return masked;
    }

    @Override
    public String toString() {
        return text;
    }
}
