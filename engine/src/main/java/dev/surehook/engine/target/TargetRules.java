package dev.surehook.engine.target;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which clean URLs a sending profile takes.
 *
 * @param httpsOnly whether {@code http://} is refused
 * @param localHttp whether it is taken all the same where the URL can only mean this machine
 * @param ports the only ones allowed; empty allows all
 * @param ipv4Only whether the host must have, and is only reached at, IPv4 addresses
 * @param queryAllowed whether there may be a {@code ?}
 * @param longest number of characters
 */
public record TargetRules(
        boolean httpsOnly, boolean localHttp, Set<Integer> ports, boolean ipv4Only, boolean queryAllowed, int longest) {
    /** Room for what real receivers have, and for a column of any database. */
    public static final int STANDARD_LONGEST = 2_048;

    public static final TargetRules STANDARD = new TargetRules(true, false, Set.of(), false, true, STANDARD_LONGEST);

    public TargetRules {
        ports = Set.copyOf(ports);
        if (longest < 16) {
            throw new IllegalArgumentException("URLs need 16 characters at least, not " + longest);
        }
    }

    /** The same rules, with http as well. */
    public TargetRules withHttp() {
        return new TargetRules(false, localHttp, ports, ipv4Only, queryAllowed, longest);
    }

    /** @throws TargetRefused naming the rule that {@code text} breaks */
    public TargetUrl parse(String text) {
        // First, so that nothing of unbounded length is looked at.
        if (text.length() > longest) {
            throw new TargetRefused(
                    "url-length",
                    "the URL has " + text.length() + " characters; " + longest + " are the most that are allowed");
        }
        TargetUrl url = TargetUrl.parse(text);
        judge(url).ifPresent(refusal -> {
            throw new TargetRefused(refusal);
        });
        return url;
    }

    private Optional<Refusal> judge(TargetUrl url) {
        if (httpsOnly && !url.isHttps() && !(localHttp && url.isLocal())) {
            return refused("url-https-only", "the URL must begin with https://");
        }
        if (!ports.isEmpty() && !ports.contains(url.port())) {
            return refused("url-port-not-allowed", "the URL's port must be " + oneOf(ports));
        }
        if (!queryAllowed && url.hasQuery()) {
            return refused("url-query", "the URL must not have a query (?...)");
        }
        if (ipv4Only
                && url.address()
                        .map(address -> address.getAddress().length == 16)
                        .orElse(false)) {
            return refused("url-ipv4-only", "the URL's host must be a name or an IPv4 address");
        }
        return Optional.empty();
    }

    private static Optional<Refusal> refused(String rule, String text) {
        return Optional.of(new Refusal(rule, text));
    }

    private static String oneOf(Set<Integer> ports) {
        String list = new TreeSet<>(ports).toString();
        return (ports.size() == 1 ? "" : "one of ") + list.substring(1, list.length() - 1);
    }
}
