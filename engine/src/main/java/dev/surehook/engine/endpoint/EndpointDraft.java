package dev.surehook.engine.endpoint;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an owner says of an endpoint. Nothing is judged here: the account's profile does that.
 *
 * @param url where to send, as it was written
 * @param name for people; may be empty
 * @param types patterns of the wanted types, {@code *} for any run of characters; empty wants all
 * @param filter which payloads are wanted, as {@link PayloadFilter} writes it
 * @param headers sent along with each attempt, by name
 * @param clientIdentity the name of the certificate that we show to the receiver, where it asks for one
 */
public record EndpointDraft(
        String url,
        String name,
        List<String> types,
        Optional<PayloadFilter> filter,
        Map<String, String> headers,
        LaneLimits limits,
        Optional<String> clientIdentity) {

    public EndpointDraft {
        types = List.copyOf(types);
        headers = Map.copyOf(headers);
    }

    /** Without a certificate. */
    public EndpointDraft(
            String url,
            String name,
            List<String> types,
            Optional<PayloadFilter> filter,
            Map<String, String> headers,
            LaneLimits limits) {
        this(url, name, types, filter, headers, limits, Optional.empty());
    }

    /** The same, with a certificate that we show to the receiver. */
    public EndpointDraft withClientIdentity(String identity) {
        return new EndpointDraft(url, name, types, filter, headers, limits, Optional.of(identity));
    }

    /** All types, no filter, the standard limits. */
    public EndpointDraft(String url) {
        this(url, "", List.of(), Optional.empty(), Map.of(), LaneLimits.STANDARD);
    }
}
