package dev.surehook.engine.inbox;

import java.util.function.Function;

/** Who an event is, or why that cannot be told. */
sealed interface Identified {

    record Identity(String id, String type) implements Identified {
        @Override
        public <T> T fold(Function<Identity, T> identity, Function<String, T> malformed) {
            return identity.apply(this);
        }
    }

    record NotUsable(String why) implements Identified {
        @Override
        public <T> T fold(Function<Identity, T> identity, Function<String, T> malformed) {
            return malformed.apply(why);
        }
    }

    <T> T fold(Function<Identity, T> identity, Function<String, T> malformed);
}
