package dev.surehook.engine.source;

import java.util.Optional;

/**
 * Where an event goes once it is stored.
 *
 * @param ignored why it goes nowhere; empty means that it is to be worked off
 * @param lane its lane, also where it goes nowhere for now; nothing stands for the default one
 * @param bodyLimit the largest body, decompressed, in which a key is looked for
 */
public record Route(Optional<String> ignored, Optional<LaneRules> lane, int bodyLimit) {
    /** To the default lane, unless there is a reason to ignore it. */
    public static Route byDefault(Optional<String> ignored) {
        return new Route(ignored, Optional.empty(), 0);
    }
}
