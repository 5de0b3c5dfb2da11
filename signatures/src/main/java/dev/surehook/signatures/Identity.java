package dev.surehook.signatures;

import java.util.List;
import java.util.Optional;

/**
 * Where a provider's events carry their id and type, and what a receiver may insist on.
 *
 * @param id places of the event's id, the first that has a text wins; empty where the provider sends none
 * @param type places of the event's type, likewise
 * @param idRequired whether an event without an id, or with a blank one, is malformed
 * @param typeRequired whether an event without a type, or with a blank one, is malformed
 * @param bodyMustBeJson whether any other body is malformed
 * @param idHeaderThatMustEqualBodyId a header that stands exactly once and repeats the id of the body, or the event
 *     is malformed
 */
public record Identity(
        List<Locator> id,
        List<Locator> type,
        boolean idRequired,
        boolean typeRequired,
        boolean bodyMustBeJson,
        Optional<String> idHeaderThatMustEqualBodyId) {

    public Identity {
        id = List.copyOf(id);
        type = List.copyOf(type);
        idHeaderThatMustEqualBodyId.ifPresent(name -> Words.requireHeaderName(name, "id header"));
        if ((idRequired && id.isEmpty()) || (typeRequired && type.isEmpty())) {
            throw new IllegalArgumentException("what is required needs a place: name a header or a JSON path");
        }
    }

    /** A JSON body with the top-level members {@code id} and {@code type}, both required. */
    static Identity jsonIdAndType() {
        return new Identity(
                List.of(Locator.json("id")), List.of(Locator.json("type")), true, true, true, Optional.empty());
    }
}
