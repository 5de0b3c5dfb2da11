package dev.surehook.server.cli;

import dev.surehook.testkit.provider.FakeProvider;
import dev.surehook.testkit.provider.ProviderRequest;

/**
 * An event that Surehook has taken, and what has to become of it.
 *
 * @param first the request that was taken first: its bytes are the ones that count
 */
record DemoEvent(FakeProvider provider, ProviderRequest first) {

    String source() {
        return provider.provider().name();
    }
}
