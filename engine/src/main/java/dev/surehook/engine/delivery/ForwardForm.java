package dev.surehook.engine.delivery;

import dev.surehook.signatures.Provider;
import java.util.function.Function;
import java.util.function.Supplier;

/** Whose conventions a forwarded request follows: its signature, its id header, the names of its other headers. */
public sealed interface ForwardForm {

    /** Surehook's own form: a Standard Webhooks signature, original headers behind {@code Surehook-Original-}. */
    static ForwardForm surehook() {
        return new Surehook();
    }

    /** Signed as {@code provider} signs, so that a receiver made for it works behind Surehook unchanged. */
    static ForwardForm as(Provider provider) {
        return new AsProvider(provider);
    }

    <T> T fold(Supplier<T> surehook, Function<Provider, T> asProvider);

    record Surehook() implements ForwardForm {
        @Override
        public <T> T fold(Supplier<T> surehook, Function<Provider, T> asProvider) {
            return surehook.get();
        }

        @Override
        public String toString() {
            return "surehook";
        }
    }

    record AsProvider(Provider provider) implements ForwardForm {
        @Override
        public <T> T fold(Supplier<T> surehook, Function<Provider, T> asProvider) {
            return asProvider.apply(provider);
        }

        @Override
        public String toString() {
            return provider.name();
        }
    }
}
