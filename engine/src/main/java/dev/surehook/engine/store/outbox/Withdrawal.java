package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointEdit.Effects;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.source.TypePatterns;
import java.util.List;
import java.util.Optional;

/**
 * Deliveries that an edit of their endpoint ends.
 *
 * @param version that the edit gave the endpoint
 * @param madeAt when it was made; of later deliveries it says nothing
 * @param types which ones; nothing for all
 * @param passed whether all are done, but for those whose last attempt is under way
 */
record Withdrawal(long endpoint, long version, long madeAt, Optional<Types> types, boolean passed) {
    /** How a delivery that ended this way is told apart from one that may be resent. */
    static final String STATE = "withdrawn";

    static final String LAST_ATTEMPT = "its endpoint was edited while this attempt was under way";

    /** Patterns of wanted types. */
    record Types(List<String> before, List<String> after) {
        boolean lost(String type) {
            return TypePatterns.fits(before, type) && !TypePatterns.fits(after, type);
        }
    }

    static Optional<Withdrawal> of(long endpoint, long version, long now, Change change, Effects effects) {
        if (effects.cancelsOnNewUrl() && !change.before.url().equals(change.after.url())) {
            return Optional.of(new Withdrawal(endpoint, version, now, Optional.empty(), false));
        }
        Types types = new Types(change.before.types(), change.after.types());
        return effects.cancelsRemovedTypes() && !types.before.equals(types.after)
                ? Optional.of(new Withdrawal(endpoint, version, now, Optional.of(types), false))
                : Optional.empty();
    }

    record Change(EndpointDraft before, EndpointDraft after) {}

    /** What a delivery with this word in its row is shown as. */
    static DeliveryState shown(String parked) {
        return parked.equals(STATE) ? DeliveryState.CANCELLED : DeliveryState.of(parked);
    }

    boolean covers(String type) {
        return types.map(some -> some.lost(type)).orElse(true);
    }

    String reason() {
        return types.isEmpty() ? "its endpoint's URL changed" : "its endpoint does not want this type any more";
    }
}
