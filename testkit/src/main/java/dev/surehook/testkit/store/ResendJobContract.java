package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.DueDelivery;
import dev.surehook.engine.outbox.JobRef;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.ResendJob.Counts;
import dev.surehook.engine.outbox.ResendJobStore;
import dev.surehook.engine.outbox.ResendJobStore.Cancelled;
import dev.surehook.engine.outbox.ResendJobStore.NotStarted;
import dev.surehook.engine.outbox.ResendJobStore.Running;
import dev.surehook.engine.outbox.ResendJobStore.Step;
import dev.surehook.engine.outbox.ResendJobStore.Turn;
import dev.surehook.engine.outbox.ResendWish;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.outbox.SendingLog.Page;
import dev.surehook.engine.outbox.SendingLog.Resend;
import dev.surehook.engine.profile.SendingProfile.SuspensionRule;
import dev.surehook.engine.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a store promises about jobs that resend many deliveries. */
public abstract class ResendJobContract extends EndpointEditContract {
    private static final SuspensionRule NEVER = new SuspensionRule(0, Duration.ofMinutes(1), Duration.ofMinutes(1));
    private static final Instant LONG_AGO = Instant.EPOCH;
    private static final LaneLimits WIDE = new LaneLimits(100, 0, false);

    private ResendJobStore jobs() {
        return sending().jobs();
    }

    private Endpoint endpoint(AccountName account, LaneLimits limits) {
        sending().endpoints().open(account, "standard");
        EndpointDraft draft =
                new EndpointDraft("https://acme.example/hook", "", List.of(), Optional.empty(), Map.of(), limits);
        return sending()
                .endpoints()
                .add(account, EndpointRef.random(), draft, "sealed", 50, false)
                .orElseThrow();
    }

    private void publish(String type, List<String> ids) {
        sending()
                .publish(ids.stream()
                        .map(id -> new Publication(
                                ACME, id, type, Publication.JSON, "{}".getBytes(StandardCharsets.UTF_8)))
                        .toList());
        while (sending().fanOut(500) > 0) {
            // Until all are given out.
        }
    }

    private static List<String> numbered(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "n" + i).toList();
    }

    /** Begins attempts until nothing is due any more, ends each, and says of which events they were, in order. */
    private List<String> workOff(DeliveryEnd.Next end) {
        List<String> ids = new ArrayList<>();
        List<DueDelivery> due = sending().claim(100, 500, BUSY, Set.of());
        while (!due.isEmpty()) {
            due.forEach(delivery -> ids.add(delivery.event().id()));
            sending().finish(due.stream().map(delivery -> ended(delivery, end)).toList());
            due = sending().claim(100, 500, BUSY, Set.of());
        }
        return ids;
    }

    private static DeliveryEnd ended(DueDelivery delivery, DeliveryEnd.Next next) {
        return new DeliveryEnd(
                delivery, Instant.now(), Duration.ZERO, next, 500, "answered", new byte[1], Optional.empty(), NEVER);
    }

    private List<String> fail() {
        return workOff(new DeliveryEnd.Failed("gave up", false));
    }

    private List<String> deliver() {
        return workOff(new DeliveryEnd.Delivered());
    }

    private ResendJob start(ResendWish wish) {
        return ((Running) jobs().start(ACME, wish, "a test")).job();
    }

    private static ResendWish every(DeliveryState... states) {
        return ResendWish.matching(
                Set.of(states), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private Step step() {
        return jobs().step(jobs().next().orElseThrow().job()).orElseThrow();
    }

    private ResendJob job(ResendJob known) {
        return jobs().job(ACME, known.ref()).orElseThrow();
    }

    /** Goes on until no job runs; the clock goes with it. */
    private ResendJob finished(ResendJob job) throws Exception {
        for (int i = 0; i < 1_000; i++) {
            Optional<Turn> next = jobs().next();
            if (next.isEmpty()) {
                return job(job);
            }
            if (!next.get().in().isZero()) {
                pass(next.get().in().plusMillis(1));
            }
            jobs().step(next.get().job());
        }
        throw new AssertionError("it never ends: " + job(job));
    }

    private long count(DeliveryState state) {
        long count = 0;
        Optional<String> cursor = Optional.empty();
        do {
            Filter filter = Filter.newest(500).in(state);
            Page<Delivery> page =
                    sending().log().deliveries(ACME, cursor.map(filter::from).orElse(filter));
            count += page.rows().size();
            cursor = page.next();
        } while (cursor.isPresent());
        return count;
    }

    @Test
    void all_that_was_not_delivered_is_sent_once_more_and_nothing_else() throws Exception {
        Endpoint endpoint = endpoint(ACME, WIDE);
        publish("a1", "a2");
        deliver();
        publish("f1", "f2", "f3");
        fail();
        publish("c1");
        sending()
                .log()
                .cancel(
                        ACME,
                        sending()
                                .log()
                                .deliveries(ACME, Filter.newest(1))
                                .rows()
                                .get(0)
                                .ref(),
                        "no");

        ResendJob job = start(ResendWish.recovering(Optional.of(endpoint.ref()), LONG_AGO));
        assertThat(job.state()).isEqualTo(ResendJob.State.RUNNING);
        assertThat(job.counts()).isEqualTo(Counts.NONE);
        assertThat(job.by()).isEqualTo("a test");
        ResendJob done = finished(job);

        assertThat(done.state()).isEqualTo(ResendJob.State.DONE);
        assertThat(done.counts()).isEqualTo(new Counts(4, 4, 0, 0, 0));
        List<DueDelivery> due = sending().claim(100, 500, BUSY, Set.of());
        assertThat(due).extracting(one -> one.event().id()).containsExactly("f1", "f2", "f3", "c1");
        assertThat(due).extracting(DueDelivery::attempt).containsExactly(2, 2, 2, 1);
        assertThat(due).extracting(DueDelivery::attemptOfRun).containsOnly(1);
    }

    @Test
    void a_filter_tells_states_types_endpoints_and_times_apart() throws Exception {
        Endpoint one = endpoint(ACME, WIDE);
        publish("old");
        fail();
        pass(Duration.ofSeconds(1));
        LockSupport.parkNanos(Duration.ofMillis(3).toNanos());
        publish("order.lost", List.of("new"));
        Instant later =
                sending().log().deliveries(ACME, Filter.newest(1)).rows().get(0).createdAt();
        fail();
        endpoint(ACME, WIDE);
        publish("both");
        deliver();
        ResendWish failed = every(DeliveryState.FAILED);

        assertThat(queuedBy(with(failed, Optional.of("order.lost"), Optional.empty(), Optional.empty())))
                .containsExactly("new");
        assertThat(queuedBy(with(failed, Optional.empty(), Optional.of(later), Optional.empty())))
                .containsExactly("new");
        assertThat(queuedBy(with(failed, Optional.empty(), Optional.empty(), Optional.of(later))))
                .containsExactly("old");
        assertThat(queuedBy(failed)).containsExactly("old", "new");
        assertThat(queuedBy(every(DeliveryState.NOT_SENT, DeliveryState.CANCELLED)))
                .isEmpty();
        assertThat(queuedBy(every(DeliveryState.DELIVERED))).containsExactly("both", "both");
        ResendWish ofOne = ResendWish.matching(
                Set.of(DeliveryState.DELIVERED, DeliveryState.FAILED),
                Optional.of(one.ref()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        assertThat(queuedBy(ofOne)).containsExactlyInAnyOrder("old", "new", "both");
    }

    private static ResendWish with(
            ResendWish wish, Optional<String> type, Optional<Instant> since, Optional<Instant> until) {
        return ResendWish.matching(wish.states(), Optional.empty(), type, since, until);
    }

    /** What a job queues; the attempts fail, but for those that had been delivered. */
    private List<String> queuedBy(ResendWish wish) throws Exception {
        finished(start(wish));
        return wish.states().contains(DeliveryState.DELIVERED) ? deliver() : fail();
    }

    @Test
    void the_backlog_of_an_endpoint_that_was_switched_off_leaves_when_it_is_on_again() throws Exception {
        Endpoint endpoint = endpoint(ACME, WIDE);
        publish("e1", "e2");
        status(endpoint, EndpointStatus.DISABLED);
        publish("e3");
        ResendWish backlog = ResendWish.backlogOf(endpoint.ref());
        assertThat(jobs().start(ACME, backlog, "a test")).isEqualTo(NotStarted.SWITCHED_OFF);
        status(endpoint, EndpointStatus.ACTIVE);
        assertThat(deliver()).isEmpty();

        assertThat(finished(start(backlog)).counts().queued()).isEqualTo(3);
        assertThat(deliver()).containsExactly("e1", "e2", "e3");
    }

    @Test
    void what_is_resent_stands_behind_what_is_due_and_before_what_is_published_later() throws Exception {
        endpoint(ACME, new LaneLimits(1, 0, false));
        publish("f1", "f2");
        fail();
        publish("live");
        pass(Duration.ofSeconds(1));
        LockSupport.parkNanos(Duration.ofMillis(3).toNanos());
        finished(start(every(DeliveryState.FAILED)));
        pass(Duration.ofSeconds(1));
        LockSupport.parkNanos(Duration.ofMillis(3).toNanos());
        publish("later");

        assertThat(deliver()).containsExactly("live", "f1", "f2", "later");
    }

    @Test
    void an_endpoint_in_order_gets_what_is_resent_in_order_of_publishing() throws Exception {
        endpoint(ACME, new LaneLimits(5, 0, true));
        publish("e1", "e2", "e3", "e4");
        fail();
        publish("e5");
        Delivery third = sending().log().deliveries(ACME, Filter.newest(10)).rows().stream()
                .filter(delivery -> delivery.eventId().equals("e3"))
                .findFirst()
                .orElseThrow();
        assertThat(sending().log().resend(ACME, third.ref(), 0)).isEqualTo(Resend.QUEUED);
        finished(start(every(DeliveryState.FAILED)));

        assertThat(deliver()).containsExactly("e1", "e2", "e3", "e4", "e5");
    }

    @Test
    void a_long_backlog_leaves_room_for_what_is_published_meanwhile() throws Exception {
        Endpoint endpoint = kept(1_200);
        ResendJob job = start(ResendWish.backlogOf(endpoint.ref()));
        while (jobs().next().orElseThrow().in().isZero()) {
            jobs().step(jobs().next().orElseThrow().job());
        }
        assertThat(job(job).counts().queued()).isEqualTo(500);
        assertThat(job(job).state()).isEqualTo(ResendJob.State.RUNNING);
        publish("live");
        List<String> sent = deliver();
        assertThat(sent).hasSize(501);
        assertThat(sent.subList(400, 501)).contains("live");

        while (job(job).state() == ResendJob.State.RUNNING) {
            pass(Duration.ofSeconds(1));
            Optional<Turn> next = jobs().next();
            next.ifPresent(turn -> jobs().step(turn.job()));
            sent.addAll(deliver());
        }
        assertThat(sent).doesNotHaveDuplicates().hasSize(1_201).containsAll(numbered(0, 1_200));
        assertThat(job(job).counts()).isEqualTo(new Counts(1_200, 1_200, 0, 0, 0));
    }

    /** An endpoint that is on, and as many deliveries that are kept as not sent. */
    private Endpoint kept(int deliveries) {
        Endpoint endpoint = endpoint(ACME, WIDE);
        status(endpoint, EndpointStatus.DISABLED);
        publish("order.paid", numbered(0, deliveries));
        status(endpoint, EndpointStatus.ACTIVE);
        return endpoint;
    }

    @Test
    void a_job_is_cancelled_between_two_steps() throws Exception {
        Endpoint endpoint = kept(300);
        ResendJob job = start(ResendWish.backlogOf(endpoint.ref()));
        long first = step().queued();
        assertThat(first).isBetween(1L, 299L);

        Cancelled cancelled = jobs().cancel(ACME, job.ref()).orElseThrow();
        assertThat(cancelled.stopped()).isTrue();
        assertThat(cancelled.job().state()).isEqualTo(ResendJob.State.CANCELLED);
        assertThat(cancelled.job().counts().queued()).isEqualTo(first);
        assertThat(jobs().next()).isEmpty();
        assertThat(count(DeliveryState.WAITING)).isEqualTo(first);
        assertThat(count(DeliveryState.NOT_SENT)).isEqualTo(300 - first);
        assertThat(jobs().cancel(ACME, job.ref()).orElseThrow().stopped()).isFalse();
        assertThat(job(job).state()).isEqualTo(ResendJob.State.CANCELLED);
    }

    @Test
    void a_job_goes_on_where_it_was_after_a_restart() throws Exception {
        Endpoint endpoint = kept(300);
        ResendJob job = start(ResendWish.backlogOf(endpoint.ref()));
        step();
        restart();

        assertThat(finished(job).counts()).isEqualTo(new Counts(300, 300, 0, 0, 0));
        assertThat(deliver()).hasSize(300).doesNotHaveDuplicates();
    }

    @Test
    void two_nodes_that_go_on_with_one_job_neither_repeat_nor_skip() throws Exception {
        Endpoint endpoint = kept(480);
        ResendJob job = start(ResendWish.backlogOf(endpoint.ref()));
        long number = jobs().next().orElseThrow().job();
        Store other = anotherNode();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Long>> queued = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ResendJobStore node = (i % 2 == 0 ? store() : other).sending().jobs();
                queued.add(threads.submit(() -> {
                    long sum = 0;
                    while (node.job(ACME, job.ref()).orElseThrow().state() == ResendJob.State.RUNNING) {
                        sum += node.step(number).map(Step::queued).orElse(0L);
                    }
                    return sum;
                }));
            }
            long sum = 0;
            for (Future<Long> one : queued) {
                sum += one.get();
            }
            assertThat(sum).isEqualTo(480);
        } finally {
            threads.shutdownNow();
            closeUnlessOwn(other);
        }
        assertThat(job(job).counts()).isEqualTo(new Counts(480, 480, 0, 0, 0));
        assertThat(deliver()).hasSize(480).doesNotHaveDuplicates();
    }

    @Test
    void what_is_published_while_a_job_runs_is_not_in_it() throws Exception {
        endpoint(ACME, WIDE);
        publish("e1");
        sending().publish(List.of(new Publication(ACME, "early", "order.paid", Publication.JSON, new byte[1])));
        deliver();
        ResendJob job = start(every(DeliveryState.DELIVERED));
        pass(Duration.ofSeconds(1));
        LockSupport.parkNanos(Duration.ofMillis(3).toNanos());
        publish("e2");
        assertThat(deliver()).containsExactlyInAnyOrder("early", "e2");

        assertThat(finished(job).counts().queued()).isEqualTo(1);
        assertThat(deliver()).containsExactly("e1");
    }

    @Test
    void what_is_on_its_way_and_what_cannot_be_sent_is_counted() throws Exception {
        Endpoint off = endpoint(ACME, WIDE);
        Endpoint gone = endpoint(ACME, WIDE);
        endpoint(ACME, WIDE);
        publish("e1");
        deliver();
        publish("e2");
        ResendJob job = start(every(DeliveryState.DELIVERED));
        status(off, EndpointStatus.DISABLED);
        sending().endpoints().delete(ACME, gone.ref());

        assertThat(finished(job).counts()).isEqualTo(new Counts(6, 1, 1, 1, 1));
    }

    @Test
    void an_endpoint_that_rests_holds_up_no_other() throws Exception {
        Endpoint resting = kept(600);
        Endpoint other = endpoint(ACME, WIDE);
        publish("live");
        fail();
        status(resting, EndpointStatus.PAUSED);
        ResendJob job = start(every(DeliveryState.NOT_SENT, DeliveryState.FAILED));
        while (jobs().next().orElseThrow().in().isZero()) {
            jobs().step(jobs().next().orElseThrow().job());
        }
        assertThat(job(job).state()).isEqualTo(ResendJob.State.RUNNING);
        assertThat(sending().claim(100, 500, BUSY, Set.of()))
                .extracting(due -> due.event().id())
                .containsExactly("live");
        assertThat(sending()
                        .log()
                        .deliveries(ACME, Filter.newest(10).of(other.ref()))
                        .rows())
                .hasSize(1);
        assertThat(jobs().next().orElseThrow().in()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(5));
    }

    @Test
    void one_attempt_is_made_where_the_schedule_counts_as_used() throws Exception {
        endpoint(ACME, WIDE);
        publish("e1");
        fail();
        ResendWish wish = every(DeliveryState.FAILED);
        finished(start(new ResendWish(
                wish.kind(), wish.states(), wish.endpoint(), wish.type(), wish.since(), wish.until(), 3)));

        assertThat(sending().claim(100, 500, BUSY, Set.of()))
                .extracting(DueDelivery::attemptOfRun)
                .containsExactly(4);
    }

    @Test
    void a_job_whose_steps_fail_waits_longer_and_longer_and_fails_in_the_end() throws Exception {
        Endpoint endpoint = kept(1);
        ResendJob job = start(ResendWish.backlogOf(endpoint.ref()));
        long number = jobs().next().orElseThrow().job();
        Duration before = Duration.ZERO;
        for (int i = 1; i < ResendJobStore.MOST_TRIES; i++) {
            assertThat(jobs().stumbled(number, "no luck")).isEmpty();
            Duration in = jobs().next().orElseThrow().in();
            assertThat(in).isGreaterThan(Duration.ZERO);
            assertThat(in.plusSeconds(1)).isGreaterThanOrEqualTo(before);
            assertThat(jobs().step(number)).as("not its time").isEmpty();
            before = in;
        }
        assertThat(before).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
        assertThat(jobs().stumbled(number, "no\nluck").orElseThrow().reason()).contains("no luck");
        assertThat(job(job).state()).isEqualTo(ResendJob.State.FAILED);
        assertThat(jobs().next()).isEmpty();
        assertThat(jobs().stumbled(number, "again")).isEmpty();
    }

    @Test
    void a_job_that_ended_is_shown_for_a_while() throws Exception {
        Endpoint endpoint = kept(1);
        ResendJob first = finished(start(ResendWish.backlogOf(endpoint.ref())));
        pass(Duration.ofDays(20));
        ResendJob second = start(ResendWish.backlogOf(endpoint.ref()));
        jobs().cancel(ACME, second.ref());
        pass(Duration.ofDays(20));
        ResendJob running = start(ResendWish.backlogOf(endpoint.ref()));

        assertThat(jobs().purge(Duration.ofDays(30), 100)).isEqualTo(1);
        assertThat(jobs().job(ACME, first.ref())).isEmpty();
        assertThat(jobs().jobs(ACME, Optional.empty(), 10).rows())
                .extracting(ResendJob::ref)
                .containsExactly(running.ref(), second.ref());
        pass(Duration.ofDays(20));
        assertThat(jobs().purge(Duration.ofDays(30), 100)).isEqualTo(1);
        assertThat(job(running).state()).isEqualTo(ResendJob.State.RUNNING);
    }

    @Test
    void G5_jobs_of_another_account_are_not_there() {
        Endpoint mine = kept(1);
        endpoint(OTHER, WIDE);
        ResendJob job = start(ResendWish.backlogOf(mine.ref()));

        assertThat(jobs().start(OTHER, ResendWish.backlogOf(mine.ref()), "a test"))
                .isEqualTo(NotStarted.NO_ENDPOINT);
        assertThat(jobs().start(new AccountName("nobody"), every(DeliveryState.FAILED), "a test"))
                .isEqualTo(NotStarted.NO_ACCOUNT);
        assertThat(jobs().job(OTHER, job.ref())).isEmpty();
        assertThat(jobs().cancel(OTHER, job.ref())).isEmpty();
        assertThat(jobs().jobs(OTHER, Optional.empty(), 10).rows()).isEmpty();
        assertThat(job(job).state()).isEqualTo(ResendJob.State.RUNNING);
        assertThat(jobs().job(ACME, JobRef.random())).isEmpty();
    }

    @Test
    void an_account_has_so_many_jobs_at_a_time_and_lists_them_in_pages() {
        endpoint(ACME, WIDE);
        List<JobRef> refs = new ArrayList<>();
        for (int i = 0; i < ResendJobStore.MOST_RUNNING; i++) {
            refs.add(0, start(every(DeliveryState.FAILED)).ref());
        }
        assertThat(jobs().start(ACME, every(DeliveryState.FAILED), "a test")).isEqualTo(NotStarted.TOO_MANY);
        List<JobRef> seen = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            Page<ResendJob> page = jobs().jobs(ACME, cursor, 7);
            page.rows().forEach(job -> seen.add(job.ref()));
            cursor = page.next();
        } while (cursor.isPresent());
        assertThat(seen).isEqualTo(refs);
        jobs().cancel(ACME, refs.get(3));
        assertThat(jobs().start(ACME, every(DeliveryState.FAILED), "a test")).isInstanceOf(Running.class);
    }

    @Test
    void a_list_finds_what_is_rare_however_far_back_and_nothing_twice() {
        Endpoint first = endpoint(ACME, WIDE);
        publish("rare1", "rare2", "rare3");
        fail();
        Endpoint second = endpoint(ACME, WIDE);
        publish("order.paid", numbered(0, 700));
        deliver();
        publish("rare4");
        fail();
        Filter failed = Filter.newest(2).in(DeliveryState.FAILED);

        assertThat(listed(failed)).containsExactly("rare4", "rare4", "rare3", "rare2", "rare1");
        assertThat(listed(failed.of(first.ref()))).containsExactly("rare4", "rare3", "rare2", "rare1");
        assertThat(listed(failed.of(second.ref()))).containsExactly("rare4");
        assertThat(listed(Filter.newest(300).in(DeliveryState.DELIVERED).of(second.ref())))
                .hasSize(700)
                .doesNotHaveDuplicates();
        assertThat(listed(Filter.newest(499))).hasSize(1_405);
        assertThat(listed(Filter.newest(10).in(DeliveryState.WAITING))).isEmpty();
        assertThat(listed(Filter.newest(10).of(EndpointRef.random()))).isEmpty();
    }

    private List<String> listed(Filter filter) {
        List<String> ids = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            Page<Delivery> page =
                    sending().log().deliveries(ACME, cursor.map(filter::from).orElse(filter));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(filter.limit());
            page.rows().forEach(delivery -> ids.add(delivery.eventId()));
            cursor = page.next();
        } while (cursor.isPresent());
        return ids;
    }

    @Test
    void a_wish_for_what_waits_or_for_nothing_is_a_mistake() {
        endpoint(ACME, WIDE);
        assertThatThrownBy(() -> every(DeliveryState.WAITING)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> start(every())).isInstanceOf(IllegalArgumentException.class);
    }
}
