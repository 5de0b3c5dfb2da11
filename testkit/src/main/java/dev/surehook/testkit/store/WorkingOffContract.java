package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.EffectFailed;
import dev.surehook.engine.work.Finish;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What a store promises about work: claims, leases, ends of attempts. */
public abstract class WorkingOffContract extends AcceptingContract {
    @Test
    void a_claimed_event_is_nobody_elses_until_its_lease_ends() throws Exception {
        append(event(SHOP, "e1", "{}"));
        Claimed first = claimOne();
        assertThat(first.lease().attempt()).isEqualTo(1);

        assertThat(store().claim(SHOP, 10, LEASE)).isEmpty();

        pass(LEASE.plusSeconds(1));
        Claimed second = claimOne();
        assertThat(second.lease().attempt()).isEqualTo(2);
        assertThat(finish(first, new Finish.Processed())).isFalse();
        assertThat(detail(event(SHOP, "e1", "{}")).attempts()).isEmpty();
        assertThat(finish(second, new Finish.Processed())).isTrue();
        assertThat(detail(event(SHOP, "e1", "{}")).attempts())
                .extracting(EventLog.AttemptRow::number)
                .containsExactly(2);
    }

    @Test
    void claims_at_the_same_moment_never_share_an_event() throws Exception {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        store().append(events);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<List<Claimed>>> claims = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                claims.add(() -> store().claim(SHOP, 10, LEASE));
            }
            List<Long> ids = new ArrayList<>();
            for (Future<List<Claimed>> claimed : threads.invokeAll(claims)) {
                claimed.get().forEach(work -> ids.add(work.lease().id()));
            }
            assertThat(ids).doesNotHaveDuplicates();
            store().claim(SHOP, 200, LEASE).forEach(work -> ids.add(work.lease().id()));
            assertThat(ids).hasSize(200).doesNotHaveDuplicates();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void finished_work_is_processed_and_its_attempt_is_on_record() {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);

        assertThat(finish(claimOne(), new Finish.Processed())).isTrue();

        EventLog.Detail found = detail(added);
        assertThat(found.summary().state()).isEqualTo(EventState.PROCESSED);
        assertThat(found.summary().attempts()).isEqualTo(1);
        assertThat(found.attempts()).singleElement().satisfies(attempt -> {
            assertThat(attempt.outcome()).isEqualTo("processed");
            assertThat(attempt.detail()).isEqualTo("HTTP 200");
            assertThat(attempt.took()).isEqualTo(Duration.ofMillis(7));
        });
        assertThat(store().claim(SHOP, 10, LEASE)).isEmpty();
    }

    @Test
    void an_effect_in_the_same_database_commits_with_the_processed_mark() {
        createBookings();
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);

        assertThat(store().finish(processed(claimOne()), connection -> book(connection, "e1")))
                .isTrue();

        assertThat(detail(added).summary().state()).isEqualTo(EventState.PROCESSED);
        assertThat(bookings("e1")).isEqualTo(1);
    }

    @Test
    void an_effect_that_throws_leaves_nothing_and_the_event_stays_with_its_worker() {
        createBookings();
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        Claimed work = claimOne();

        assertThatThrownBy(() -> store().finish(processed(work), connection -> {
                    book(connection, "e1");
                    throw new IllegalStateException("the till is closed");
                }))
                .isInstanceOf(EffectFailed.class)
                .hasRootCauseMessage("the till is closed");

        assertThat(bookings("e1")).isZero();
        assertThat(detail(added).summary().state()).isEqualTo(EventState.READY);
        assertThat(finish(work, new Finish.Retry(Duration.ofSeconds(10)))).isTrue();
    }

    @Test
    void a_worker_that_lost_its_lease_has_no_effect() throws Exception {
        createBookings();
        append(event(SHOP, "e1", "{}"));
        Claimed late = claimOne();
        pass(LEASE.plusSeconds(1));
        Claimed owner = claimOne();

        assertThat(store().finish(processed(late), connection -> book(connection, "e1")))
                .isFalse();
        assertThat(store().finish(processed(owner), connection -> book(connection, "e1")))
                .isTrue();

        assertThat(bookings("e1")).isEqualTo(1);
    }

    @Test
    void a_retry_comes_when_its_time_has_come() throws Exception {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        finish(claimOne(), new Finish.Retry(Duration.ofMinutes(5)));

        assertThat(detail(added).summary().state()).isEqualTo(EventState.RETRYING);
        assertThat(detail(added).summary().nextAttemptAt()).isPresent();
        assertThat(detail(added).summary().reason()).contains("HTTP 200");
        assertThat(store().claim(SHOP, 10, LEASE)).isEmpty();

        pass(Duration.ofMinutes(5));
        assertThat(claimOne().lease().attempt()).isEqualTo(2);
    }

    @Test
    void a_retry_that_is_not_counted_leaves_the_schedule_where_it_was() throws Exception {
        append(event(SHOP, "e1", "{}"));
        finish(claimOne(), new Finish.Retry(Duration.ofSeconds(1), 0));
        pass(Duration.ofSeconds(1));
        Claimed second = claimOne();
        assertThat(second.lease().attempt()).isEqualTo(2);
        assertThat(second.lease().attemptOfRun()).isEqualTo(1);

        finish(second, new Finish.Retry(Duration.ofSeconds(1)));
        pass(Duration.ofSeconds(1));
        assertThat(claimOne().lease().attemptOfRun()).isEqualTo(2);
    }

    @Test
    void old_work_is_found_behind_thousands_of_newer_events() {
        NewEvent old = event(SHOP, "old", "{}");
        append(old);
        finish(claimOne(), new Finish.Processed());
        for (int batch = 0; batch < 24; batch++) {
            List<NewEvent> events = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                events.add(event(SHOP, "e" + batch + "-" + i, "{}"));
            }
            store().append(events);
            List<Claimed> work = store().claim(SHOP, 500, LEASE);
            store().finish(work.stream().map(StoreCase::processed).toList());
        }

        store().replay(old.key().ref());

        assertThat(claimOne().event().id()).isEqualTo("old");
    }

    @Test
    void everything_is_there_after_a_restart() throws Exception {
        NewEvent done = event(SHOP, "done", "{}");
        append(done);
        finish(claimOne(), new Finish.Processed());
        NewEvent claimed = event(SHOP, "claimed", "{}");
        append(claimed);
        claimOne();

        restart();

        assertThat(append(done)).isEqualTo(Appended.DUPLICATE);
        assertThat(append(event(SHOP, "new", "{}"))).isEqualTo(Appended.STORED);
        pass(LEASE.plusSeconds(1));
        assertThat(store().claim(SHOP, 10, LEASE))
                .extracting(work -> work.event().id() + " " + work.lease().attempt())
                .containsExactly("claimed 2", "new 1");
    }

    @Test
    void the_oldest_due_event_tells_how_far_work_lags() throws Exception {
        append(event(SHOP, "e1", "{}"));
        assertThat(oldestDue()).isPresent();

        finish(claimOne(), new Finish.Retry(Duration.ofMinutes(10)));
        assertThat(oldestDue()).isEmpty();

        pass(Duration.ofMinutes(11));
        assertThat(oldestDue()).isPresent();
    }

    private Optional<Instant> oldestDue() {
        EventLog.Backlog backlog = store().backlog().get(SHOP);
        assertThat(backlog).isNotNull();
        return java.util.Objects.requireNonNull(backlog).oldestDue();
    }
}
