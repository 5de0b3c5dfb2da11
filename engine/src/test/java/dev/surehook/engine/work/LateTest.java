package dev.surehook.engine.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WorkRules;
import dev.surehook.signatures.Headers;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lease runs from the moment of the claim, whatever the time until the attempt is spent on. */
@Timeout(30)
class LateTest {
    private static final Source SHOP = ErrorsTest.source();

    private static Claimed claimed(Duration ago) {
        SourceName shop = SHOP.name();
        return new Claimed(
                new Lease(LaneKey.defaultOf(shop), 1, 1, 0),
                new Event(shop, "late", "t", Instant.EPOCH, Headers.empty(), new byte[] {1}),
                System.nanoTime() - ago.toNanos());
    }

    @Test
    void an_attempt_begins_no_transaction_whose_time_the_lease_does_not_cover() {
        Attempt late = new Attempt(new Late(), claimed(WorkRules.LEASE_MARGIN.plusSeconds(1)), Instant.EPOCH);
        Attempt inTime = new Attempt(new Late(), claimed(WorkRules.LEASE_MARGIN.dividedBy(2)), Instant.EPOCH);

        assertThatThrownBy(() -> late.beginIn(noConnection())).isInstanceOf(NoTurn.class);
        assertThatCode(() -> inTime.beginIn(noConnection())).doesNotThrowAnyException();
    }

    /** Nothing is asked of it. */
    private static Connection noConnection() {
        return (Connection) Proxy.newProxyInstance(
                LateTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void events_that_took_long_to_be_loaded_are_put_back() throws Exception {
        Late store = new Late();
        store.ready.add(claimed(WorkRules.LEASE_MARGIN.plusSeconds(1)));
        AtomicInteger begun = new AtomicInteger();
        EventHandler handler = attempt -> {
            begun.incrementAndGet();
            return new EventHandler.Processed("done");
        };
        Dispatcher dispatcher = new Dispatcher(
                store, List.of(SHOP), Map.of(SHOP.name(), handler), InstantSource.system(), EngineListener.SILENT);
        dispatcher.start();
        try {
            assertThat(store.putBack.poll(20, TimeUnit.SECONDS)).isNotNull();
            assertThat(begun).hasValue(0);
        } finally {
            dispatcher.close(Duration.ofSeconds(1));
        }
    }

    /** Gives out what was claimed some time ago. */
    private static final class Late implements WorkStore {
        private final BlockingQueue<Claimed> ready = new LinkedBlockingQueue<>();
        private final BlockingQueue<Lease> putBack = new LinkedBlockingQueue<>();

        @Override
        public List<Claimed> claim(LaneKey lane, int limit, Duration lease) {
            Claimed next = ready.poll();
            return next == null ? List.of() : List.of(next);
        }

        @Override
        public void putBack(List<Lease> leases) {
            putBack.addAll(leases);
        }

        @Override
        public List<LaneKey> lanesWithWork(SourceName source) {
            return List.of();
        }

        @Override
        public List<Boolean> finish(List<Finish> finishes) {
            return finishes.stream().map(finish -> true).toList();
        }

        @Override
        public List<Boolean> finishIn(Connection connection, List<Finish> finishes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean finish(Finish finish, Effect effect) {
            throw new UnsupportedOperationException();
        }
    }
}
