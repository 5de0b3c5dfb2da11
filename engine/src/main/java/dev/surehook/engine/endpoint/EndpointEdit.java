package dev.surehook.engine.endpoint;

import java.util.OptionalLong;

/**
 * A change of what an owner says of an endpoint.
 *
 * @param ifVersion the version that the draft was made from; the edit is made only while that is the endpoint's
 * @param effects what it does to deliveries
 */
public record EndpointEdit(EndpointDraft draft, OptionalLong ifVersion, Effects effects) {
    /** Of whatever version, and waiting deliveries go by the new word. */
    public static EndpointEdit plain(EndpointDraft draft) {
        return new EndpointEdit(draft, OptionalLong.empty(), Effects.NONE);
    }

    /**
     * What an edit does beside itself. Deliveries that it ends are cancelled for good; one whose attempt is under way ends by
     * itself and is not tried again.
     *
     * @param cancelsOnNewUrl whether another URL ends all deliveries that wait, failed, or were kept as not sent
     * @param cancelsRemovedTypes whether a type that is not wanted any more ends its deliveries of that kind
     * @param refusedInFlight whether it is refused while an attempt is under way
     */
    public record Effects(boolean cancelsOnNewUrl, boolean cancelsRemovedTypes, boolean refusedInFlight) {
        public static final Effects NONE = new Effects(false, false, false);
    }
}
