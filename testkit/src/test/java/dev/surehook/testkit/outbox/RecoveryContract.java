package dev.surehook.testkit.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.ResendJob.Counts;
import dev.surehook.engine.outbox.ResendJobStore;
import dev.surehook.engine.outbox.ResendWish;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.store.Store;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** After an outage of an endpoint, or of ours. */
@Timeout(120)
abstract class RecoveryContract {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path scratch;

    private String place = "";

    /** Where an empty store is to be, for {@link JobProgram#open}. */
    abstract String emptyPlace() throws Exception;

    @BeforeEach
    void choose() throws Exception {
        place = emptyPlace();
    }

    @Test
    void an_endpoint_that_was_down_gets_all_that_it_missed_once_more() {
        try (ScriptedReceiver receiver = ScriptedReceiver.start();
                Store store = JobProgram.open(place);
                SendingNode node = SendingNode.on(store)) {
            Endpoint endpoint = node.endpoint(receiver.url("/hook").toString());
            node.publish("before");
            node.await(DeliveryState.DELIVERED, 1);
            Instant since = node.only().createdAt().plusMillis(1);
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            receiver.respond(503);
            // Fewer failures in a row than make an endpoint rest.
            IntStream.range(0, 3).forEach(i -> node.publish("missed" + i));
            node.await(DeliveryState.FAILED, 3);
            receiver.respond(204);
            int before = receiver.requests().size();

            ResendJob job = ((ResendJobStore.Running) node.sending()
                            .jobs()
                            .start(
                                    SendingNode.ACME,
                                    ResendWish.recovering(Optional.of(endpoint.ref()), since),
                                    "a test"))
                    .job();
            node.await(DeliveryState.DELIVERED, 4);
            node.await("the job is done", () -> job(store.sending(), job).state() == ResendJob.State.DONE);

            assertThat(job(store.sending(), job).counts()).isEqualTo(new Counts(3, 3, 0, 0, 0));
            List<ReceivedRequest> after =
                    receiver.requests().subList(before, receiver.requests().size());
            assertThat(after)
                    .extracting(request -> request.header("webhook-id"))
                    .containsExactlyInAnyOrder("missed0", "missed1", "missed2");
        }
    }

    private static ResendJob job(SendingStore sending, ResendJob known) {
        return sending.jobs().job(SendingNode.ACME, known.ref()).orElseThrow();
    }

    @Test
    void a_job_is_gone_on_with_by_a_node_that_did_not_make_it() {
        try (ScriptedReceiver receiver = ScriptedReceiver.start();
                Store store = JobProgram.open(place);
                SendingNode node = SendingNode.on(store)) {
            Endpoint endpoint = node.endpoint(receiver.url("/hook").toString());
            status(store, endpoint, EndpointStatus.DISABLED);
            node.publish("kept");
            node.await(DeliveryState.NOT_SENT, 1);
            status(store, endpoint, EndpointStatus.ACTIVE);
            store.sending().jobs().start(SendingNode.ACME, ResendWish.backlogOf(endpoint.ref()), "another node");

            assertThat(receiver.awaitRequests(1, SOON).get(0).header("webhook-id"))
                    .isEqualTo("kept");
        }
    }

    private static void status(Store store, Endpoint endpoint, EndpointStatus status) {
        store.sending()
                .endpoints()
                .status(SendingNode.ACME, endpoint.ref(), status, Optional.of("a test"), Optional.empty());
    }

    @Test
    void whenever_a_node_that_is_at_a_job_is_killed_no_delivery_is_queued_twice_or_left_out() throws Exception {
        int deliveries = 1_500;
        ResendJob job;
        try (Store store = JobProgram.open(place)) {
            job = backlog(store, deliveries);
        }
        long seed = System.nanoTime();
        System.out.println("seed of kills: " + seed);
        Random random = new Random(seed);
        int kills = 0;
        for (int round = 0; round < 60; round++) {
            Process process = JobProgram.start(place, Files.createTempFile(scratch, "job", ".err"));
            if (wasDone(process, random)) {
                break;
            }
            kills++;
        }
        assertThat(kills).as("kills").isGreaterThan(1);

        try (Store store = JobProgram.open(place)) {
            SendingStore sending = store.sending();
            assertThat(job(sending, job).state()).isEqualTo(ResendJob.State.DONE);
            assertThat(job(sending, job).counts()).isEqualTo(new Counts(deliveries, deliveries, 0, 0, 0));
            List<Delivery> all = all(sending);
            long deadline = System.nanoTime() + SOON.toNanos();
            while (all.stream().anyMatch(delivery -> delivery.state() != DeliveryState.DELIVERED)) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                JobProgram.deliver(sending);
                all = all(sending);
            }
            Set<String> ids = new HashSet<>();
            for (Delivery delivery : all) {
                ids.add(delivery.eventId());
                assertThat(sending.log()
                                .delivery(SendingNode.ACME, delivery.ref())
                                .orElseThrow()
                                .attempts())
                        .as(delivery.toString())
                        .hasSize(1);
            }
            assertThat(ids).hasSize(deliveries);
        }
    }

    /** Kills the process in the middle of a step or so; true when it had nothing to do any more. */
    private static boolean wasDone(Process process, Random random) throws Exception {
        int steps = 1 + random.nextInt(3);
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < steps; i++) {
                if (lines.readLine() == null) {
                    process.waitFor();
                    assertThat(process.exitValue()).isZero();
                    return true;
                }
            }
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(20_000)));
            process.destroyForcibly().waitFor();
            return false;
        } finally {
            process.destroyForcibly();
        }
    }

    private static ResendJob backlog(Store store, int deliveries) {
        SendingStore sending = store.sending();
        sending.endpoints().open(SendingNode.ACME, "standard");
        Endpoint endpoint = sending.endpoints()
                .add(
                        SendingNode.ACME,
                        EndpointRef.random(),
                        new EndpointDraft(
                                "https://acme.example/hook",
                                "",
                                List.of(),
                                Optional.empty(),
                                Map.of(),
                                new LaneLimits(100, 0, false)),
                        "sealed",
                        10,
                        false)
                .orElseThrow();
        status(store, endpoint, EndpointStatus.DISABLED);
        sending.publish(IntStream.range(0, deliveries)
                .mapToObj(i -> new Publication(
                        SendingNode.ACME,
                        "e" + i,
                        "order.paid",
                        Publication.JSON,
                        "{}".getBytes(StandardCharsets.UTF_8)))
                .toList());
        int given;
        do {
            given = sending.fanOut(500);
        } while (given > 0);
        status(store, endpoint, EndpointStatus.ACTIVE);
        return ((ResendJobStore.Running)
                        sending.jobs().start(SendingNode.ACME, ResendWish.backlogOf(endpoint.ref()), "a test"))
                .job();
    }

    private static List<Delivery> all(SendingStore sending) {
        List<Delivery> all = new ArrayList<>();
        Filter filter = Filter.newest(500);
        Optional<String> cursor = Optional.empty();
        do {
            SendingLog.Page<Delivery> page = sending.log()
                    .deliveries(SendingNode.ACME, cursor.map(filter::from).orElse(filter));
            all.addAll(page.rows());
            cursor = page.next();
        } while (cursor.isPresent());
        return all;
    }
}
