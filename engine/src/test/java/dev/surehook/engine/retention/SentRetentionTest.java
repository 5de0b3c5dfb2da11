package dev.surehook.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.profile.SendingProfile;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SentRetentionTest {
    private static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");
    private static final Map<String, SendingProfile.Retention> RULES =
            Map.of("standard", Profiles.STANDARD.retention());

    private final Store store = new Store();
    private final List<String> heard = new ArrayList<>();

    private SentRetention retention() {
        return new SentRetention(
                store,
                RULES,
                InstantSource.fixed(NOW),
                new SentRetention.Listener(
                        (deliveries, events) -> heard.add(deliveries + " " + events), (what, e) -> heard.add(what)));
    }

    @Test
    void goes_on_until_there_is_no_more_and_then_all_rest_for_an_hour() throws Exception {
        store.steps.add(new SentRetentionStore.Purged(3, 1, 100));
        store.steps.add(new SentRetentionStore.Purged(0, 0, 200));
        store.steps.add(new SentRetentionStore.Purged(2, 1, SentRetentionStore.DONE));

        assertThat(retention().purgeInTurn()).isTrue();

        assertThat(store.calls)
                .containsExactly(
                        "take", "purge from 0", "reclaim", "purge from 100", "purge from 200", "reclaim", "leave PT1H");
        assertThat(heard).containsExactly("5 2");
    }

    @Test
    void does_nothing_while_another_node_has_the_turn() throws Exception {
        store.free = false;

        assertThat(retention().purgeInTurn()).isFalse();

        assertThat(store.calls).containsExactly("take");
    }

    @Test
    void stops_between_two_steps_when_it_is_closed() throws Exception {
        store.steps.add(new SentRetentionStore.Purged(1, 1, 100));
        SentRetention retention = retention();
        store.whilePurging = retention::close;

        retention.purgeInTurn();

        assertThat(store.calls).containsExactly("take", "purge from 0", "reclaim");
        assertThat(heard).containsExactly("1 1");
    }

    private static final class Store implements SentRetentionStore {
        private final List<Purged> steps = new ArrayList<>();
        private final List<String> calls = new ArrayList<>();
        private boolean free = true;
        private Runnable whilePurging = () -> {};

        @Override
        public boolean takeTurn(String holder, Duration length) {
            calls.add("take");
            return free;
        }

        @Override
        public void leaveTurn(String holder, Duration rest) {
            calls.add("leave " + rest);
        }

        @Override
        public Purged purge(Map<String, SendingProfile.Retention> rules, Instant now, long from, int limit) {
            calls.add("purge from " + from);
            assertThat(rules).isEqualTo(RULES);
            assertThat(now).isEqualTo(NOW);
            whilePurging.run();
            return steps.remove(0);
        }

        @Override
        public void reclaim() {
            calls.add("reclaim");
        }
    }
}
