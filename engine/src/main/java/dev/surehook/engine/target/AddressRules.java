package dev.surehook.engine.target;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which addresses may be dialled: those of the public internet, and what the operator allows besides. Addresses of
 * metadata services stay refused whatever is allowed: they hand out the machine's own credentials. Immutable.
 */
public final class AddressRules {
    private static final String SETTING = "surehook.targets.allow";

    /** The word for all of this machine: what local development needs. */
    private static final String LOCALHOST = "localhost";

    private final String setting;
    private final boolean everything;
    private final List<AddressBlock> blocks;
    private final List<String> hosts;

    private AddressRules(String setting, boolean everything, List<AddressBlock> blocks, List<String> hosts) {
        this.setting = setting;
        this.everything = everything;
        this.blocks = List.copyOf(blocks);
        this.hosts = List.copyOf(hosts);
    }

    /** Nothing but the public internet. */
    public static AddressRules publicOnly() {
        return new AddressRules(SETTING, false, List.of(), List.of());
    }

    /** For targets that the operator wrote down himself, one by one: every address, metadata too. */
    public static AddressRules trusted() {
        return new AddressRules(SETTING, true, List.of(), List.of());
    }

    /**
     * The public internet, and besides it each of {@code allow}: a network ({@code 10.20.0.0/16}), an address, a host
     * name, all names below one ({@code *.internal.example}), or {@code localhost} for all of this machine.
     *
     * @throws IllegalArgumentException in one line that begins with the setting and quotes the entry
     */
    public static AddressRules allowing(List<String> allow) {
        return allowing(SETTING, allow);
    }

    /**
     * As {@link #allowing(List)}.
     *
     * @param setting what opens networks and hosts here; refusals name it
     */
    public static AddressRules allowing(String setting, List<String> allow) {
        List<AddressBlock> blocks = new ArrayList<>();
        List<String> hosts = new ArrayList<>();
        for (String written : allow) {
            String entry = written.strip().toLowerCase(Locale.ROOT);
            try {
                if (entry.equals(LOCALHOST)) {
                    blocks.add(AddressBlock.parse("127.0.0.0/8"));
                    blocks.add(AddressBlock.parse("::1"));
                } else if (isName(entry)) {
                    hosts.add(entry);
                } else {
                    blocks.add(AddressBlock.parse(entry));
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(setting + ": '" + written + "' " + e.getMessage(), e);
            }
        }
        return new AddressRules(setting, false, blocks, hosts);
    }

    /**
     * Why {@code address} must not be dialled.
     *
     * @param host the name that led to it, lower-case; the address itself where there is none
     * @return nothing when it may be dialled. The text does not show the address: what a name means inside the
     *     operator's network is nobody else's business
     */
    public Optional<Refusal> judge(String host, InetAddress address) {
        byte[] bytes = address.getAddress();
        if (everything) {
            return Optional.empty();
        }
        if (RealAddress.isMetadata(bytes)) {
            return Optional.of(new Refusal(
                    "address-metadata",
                    "the host's address is a cloud's metadata service, which " + setting + " cannot allow"));
        }
        byte[] real = RealAddress.of(bytes);
        if (isAllowedHost(host) || blocks.stream().anyMatch(block -> block.contains(real))) {
            return Optional.empty();
        }
        return SpecialAddresses.kindOf(real)
                .map(kind -> new Refusal(
                        kind.rule(),
                        "the host's address is " + kind.what() + " (" + kind.block()
                                + "), which is refused unless the operator allows it in " + setting));
    }

    private boolean isAllowedHost(String host) {
        for (String allowed : hosts) {
            if (allowed.startsWith("*.") ? host.endsWith(allowed.substring(1)) : host.equals(allowed)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isName(String entry) {
        String name = entry.startsWith("*.") ? entry.substring(2) : entry;
        if (entry.indexOf('/') >= 0 || entry.indexOf(':') >= 0) {
            return false;
        }
        try {
            return TargetHost.parse(name).address().isEmpty();
        } catch (TargetRefused e) {
            throw new IllegalArgumentException("is neither a network, an address nor a host name", e);
        }
    }
}
