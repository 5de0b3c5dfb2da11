package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a store promises about the lanes of a source. */
public abstract class LaneContract extends WorkingOffContract {
    private static final LaneKey MAIL = new LaneKey(SHOP, "mail");
    private static final LaneKey PRINT = new LaneKey(SHOP, "print#$-._1");

    private List<String> claimed(LaneKey lane) {
        return store().claim(lane, 10, LEASE).stream()
                .map(work -> work.event().id())
                .toList();
    }

    @Test
    void an_event_waits_in_its_lane_and_in_no_other() {
        store().append(List.of(in(MAIL, "m1"), event(SHOP, "e1", "{}"), in(PRINT, "p1"), in(MAIL, "m2")));

        assertThat(claimed(PRINT)).containsExactly("p1");
        assertThat(claimed(LaneKey.defaultOf(SHOP))).containsExactly("e1");
        assertThat(claimed(LaneKey.defaultOf(DESK))).isEmpty();
        assertThat(claimed(new LaneKey(DESK, "mail"))).isEmpty();
        assertThat(claimed(MAIL)).containsExactlyInAnyOrder("m1", "m2");
    }

    @Test
    void an_event_stays_in_its_lane_through_retry_park_and_replay() throws Exception {
        NewEvent added = in(MAIL, "m1");
        append(added);
        finish(only(MAIL), new Finish.Retry(Duration.ofMinutes(5)));
        pass(Duration.ofMinutes(6));
        assertThat(claimed(LaneKey.defaultOf(SHOP))).isEmpty();
        finish(only(MAIL), new Finish.Park("no use"));
        assertThat(detail(added).summary().state()).isEqualTo(EventState.PARKED);

        store().replay(added.key().ref());

        assertThat(claimed(LaneKey.defaultOf(SHOP))).isEmpty();
        Claimed again = only(MAIL);
        assertThat(again.lease().attempt()).isEqualTo(3);
        assertThat(finish(again, new Finish.Processed())).isTrue();
        assertThat(detail(added).summary().state()).isEqualTo(EventState.PROCESSED);
    }

    @Test
    void an_event_of_a_lane_can_be_parked_and_its_worker_then_finishes_in_vain() {
        NewEvent added = in(MAIL, "m1");
        append(added);
        Claimed work = only(MAIL);
        assertThat(detail(added).summary().state()).isEqualTo(EventState.READY);

        assertThat(store().park(added.key().ref(), "stop it")).isTrue();

        assertThat(finish(work, new Finish.Processed())).isFalse();
    }

    private Claimed only(LaneKey lane) {
        List<Claimed> claimed = store().claim(lane, 10, LEASE);
        assertThat(claimed).hasSize(1);
        return claimed.get(0);
    }

    @Test
    void the_lanes_of_a_source_in_which_there_is_work_are_known_to_every_node() throws Exception {
        append(in(MAIL, "m1"));
        append(in(PRINT, "p1"));
        append(in(new LaneKey(DESK, "mail"), "d1"));
        finish(only(PRINT), new Finish.Processed());
        restart();

        assertThat(store().lanesWithWork(SHOP)).containsExactly(MAIL);

        pass(LEASE.plusSeconds(1));
        finish(only(MAIL), new Finish.Retry(Duration.ofHours(1)));
        assertThat(store().lanesWithWork(SHOP)).containsExactly(MAIL);
    }

    @Test
    void a_sources_lag_is_that_of_the_lane_that_lags_most() throws Exception {
        append(in(MAIL, "m1"));
        append(event(SHOP, "e1", "{}"));
        claimed(LaneKey.defaultOf(SHOP));

        assertThat(backlog().oldestDue()).isPresent();

        finish(only(MAIL), new Finish.Retry(Duration.ofMinutes(10)));
        assertThat(backlog().oldestDue()).isEmpty();
        pass(Duration.ofMinutes(11));
        assertThat(backlog().oldestDue()).isPresent();
        finish(only(MAIL), new Finish.Park("no use"));
        assertThat(backlog().parked()).isEqualTo(1);
    }

    private EventLog.Backlog backlog() {
        return Objects.requireNonNull(store().backlog().get(SHOP));
    }
}
