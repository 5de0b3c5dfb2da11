package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a store promises about many events at once. */
public abstract class BatchContract extends LaneContract {
    private List<NewEvent> appended(int count) {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        store().append(events);
        return events;
    }

    @Test
    void hundreds_are_claimed_at_once_in_order_and_ended_at_once() {
        List<NewEvent> events = appended(300);

        List<Claimed> claimed = store().claim(SHOP, 1_000, LEASE);

        assertThat(claimed).hasSize(300);
        assertThat(claimed).extracting(work -> work.lease().id()).isSorted();
        List<Finish> ends = claimed.stream().map(StoreCase::processed).toList();
        assertThat(store().finish(ends)).hasSize(300).containsOnly(true);
        assertThat(store().finish(ends)).hasSize(300).containsOnly(false);
        assertThat(detail(events.get(77)).attempts()).hasSize(1);
    }

    @Test
    void of_many_ends_only_those_count_whose_lease_held() throws Exception {
        List<NewEvent> events = appended(5);
        List<Claimed> late = store().claim(SHOP, 3, LEASE);
        pass(LEASE.plusSeconds(1));
        Claimed taken = store().claim(SHOP, 1, LEASE).get(0);
        assertThat(taken.lease().id()).isEqualTo(late.get(0).lease().id());

        assertThat(store().finish(late.stream().map(StoreCase::processed).toList()))
                .containsExactly(false, true, true);

        assertThat(states(events))
                .containsExactlyInAnyOrder(
                        EventState.READY,
                        EventState.READY,
                        EventState.READY,
                        EventState.PROCESSED,
                        EventState.PROCESSED);
    }

    private List<EventState> states(List<NewEvent> events) {
        return events.stream().map(added -> detail(added).summary().state()).toList();
    }

    @Test
    void what_is_put_back_is_free_at_once_and_costs_none_of_its_attempts() throws Exception {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        finish(claimOne(), new Finish.Retry(Duration.ZERO));
        Claimed second = claimOne();
        assertThat(second.lease().attemptOfRun()).isEqualTo(2);

        store().putBack(List.of(second.lease()));

        Claimed third = claimOne();
        assertThat(third.lease().attemptOfRun()).isEqualTo(2);
        assertThat(third.lease().attempt()).isEqualTo(3);
        assertThat(finish(second, new Finish.Processed())).isFalse();
        store().putBack(List.of(second.lease()));
        assertThat(store().claim(SHOP, 10, LEASE)).isEmpty();
        assertThat(finish(third, new Finish.Processed())).isTrue();
    }

    @Test
    void a_claim_of_many_large_events_stays_within_memory_and_leaves_the_others() {
        int count = 80;
        for (int i = 0; i < count; i++) {
            append(event(SHOP, "e" + i, new byte[600 << 10], Optional.empty()));
        }

        List<Claimed> first = store().claim(SHOP, count, LEASE);

        assertThat(first).hasSizeBetween(30, 60);
        Set<Long> ids = new HashSet<>();
        first.forEach(work -> ids.add(work.lease().id()));
        List<Claimed> second = store().claim(SHOP, count, LEASE);
        second.forEach(work -> ids.add(work.lease().id()));
        assertThat(ids).hasSize(count);
        assertThat(second)
                .allSatisfy(work -> assertThat(work.lease().attemptOfRun()).isEqualTo(1));
    }
}
