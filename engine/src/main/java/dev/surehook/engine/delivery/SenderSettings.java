package dev.surehook.engine.delivery;

import dev.surehook.engine.target.AddressRules;
import dev.surehook.engine.tls.ClientIdentity;
import dev.surehook.engine.tls.Trust;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@link PooledSender} may use.
 *
 * @param addresses which ones may be dialled
 * @param attemptsAtOnce how many run at once; more wait, within their time
 * @param connectionsPerHost how many of those to one host and port
 * @param identities who we can be to receivers that ask for a certificate, by the names that endpoints use
 */
public record SenderSettings(
        AddressRules addresses,
        int attemptsAtOnce,
        int connectionsPerHost,
        Trust trust,
        Optional<ForwardProxy> proxy,
        Map<String, ClientIdentity> identities) {
    public static final int DEFAULT_ATTEMPTS_AT_ONCE = 256;
    public static final int DEFAULT_CONNECTIONS_PER_HOST = 64;

    public SenderSettings {
        if (attemptsAtOnce < 1 || connectionsPerHost < 1) {
            throw new IllegalArgumentException("attempts at once and connections per host must be 1 at least");
        }
        identities = Map.copyOf(identities);
    }

    /** Without identities. */
    public SenderSettings(
            AddressRules addresses,
            int attemptsAtOnce,
            int connectionsPerHost,
            Trust trust,
            Optional<ForwardProxy> proxy) {
        this(addresses, attemptsAtOnce, connectionsPerHost, trust, proxy, Map.of());
    }

    /** The defaults, the system's trust and no proxy. */
    public SenderSettings(AddressRules addresses) {
        this(addresses, DEFAULT_ATTEMPTS_AT_ONCE, DEFAULT_CONNECTIONS_PER_HOST, Trust.system(), Optional.empty());
    }
}
