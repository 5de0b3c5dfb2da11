package dev.surehook.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.outbox.SendingLog.Attempt;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.outbox.SendingLog.Page;
import dev.surehook.testkit.receiver.ReceivedRequest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A database as it stands now: what was published, and what became of it. */
final class SentBooks implements AutoCloseable {
    private final CrashDatabase.Look look;
    private final SendingLog log;

    SentBooks(CrashDatabase.Look look) {
        this.look = look;
        this.log = look.store().sending().log();
    }

    boolean knows(String id) {
        return log.event(SendingCrashNode.ACCOUNT, Publication.refOf(SendingCrashNode.ACCOUNT, id))
                .isPresent();
    }

    Set<String> known(Set<String> ids) {
        return ids.stream().filter(this::knows).collect(Collectors.toSet());
    }

    List<Delivery> deliveries() {
        List<Delivery> all = new ArrayList<>();
        Optional<String> next = Optional.of("");
        Filter filter = Filter.newest(500);
        while (next.isPresent()) {
            Page<Delivery> page = log.deliveries(SendingCrashNode.ACCOUNT, filter);
            all.addAll(page.rows());
            next = page.next();
            filter = next.map(filter::from).orElse(filter);
        }
        return all;
    }

    List<Delivery> deliveriesTo(String path) {
        Endpoint endpoint = SendingCrashNode.endpoint(look.store(), path);
        return deliveries().stream()
                .filter(delivery -> delivery.endpoint().equals(endpoint.ref()))
                .toList();
    }

    DeliveryState state(DeliveryRef delivery) {
        return log.delivery(SendingCrashNode.ACCOUNT, delivery)
                .orElseThrow()
                .delivery()
                .state();
    }

    /** Nothing when there is no such endpoint any more. */
    Optional<EndpointStatus> statusOf(String path) {
        return look.store().sending().endpoints().endpoints(SendingCrashNode.ACCOUNT).stream()
                .filter(endpoint -> endpoint.draft().url().endsWith(path))
                .map(Endpoint::status)
                .findFirst();
    }

    String pathOf(Delivery delivery) {
        return Sink.WANTING.stream()
                .filter(path ->
                        SendingCrashNode.endpoint(look.store(), path).ref().equals(delivery.endpoint()))
                .findFirst()
                .orElseThrow();
    }

    /** The numbers of the attempts whose end is on record. */
    List<Integer> recorded(DeliveryRef delivery) {
        return log.delivery(SendingCrashNode.ACCOUNT, delivery).orElseThrow().attempts().stream()
                .map(Attempt::number)
                .toList();
    }

    int attempts(DeliveryRef delivery) {
        return log.delivery(SendingCrashNode.ACCOUNT, delivery)
                .orElseThrow()
                .delivery()
                .attempts();
    }

    long waiting() throws SQLException {
        return SendingCrashNode.waiting(look.connection());
    }

    Set<String> bookings() throws SQLException {
        Set<String> ids = new HashSet<>();
        try (Statement statement = look.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT event_id FROM booking")) {
            while (row.next()) {
                assertThat(ids.add(row.getString(1))).isTrue();
            }
        }
        return ids;
    }

    /**
     * The promise: each of {@code ids}, and nothing else, was delivered to each endpoint that wants it, with its own bytes
     * and a valid signature each time. An attempt that was counted and has no end on record is the work of a death, or of a
     * node that was overtaken and said so; and no request was made that was not counted.
     *
     * @return the deliveries that have an attempt without an end on record
     */
    List<Delivery> mustShowEachDelivered(Set<String> ids, Sink sink, int deaths, Heard... nodes) throws SQLException {
        assertThat(waiting()).as("what still waits").isZero();
        Map<String, List<ReceivedRequest>> requests = sink.byDelivery();
        Set<String> expected = new HashSet<>();
        List<Delivery> lost = new ArrayList<>();
        for (String path : Sink.WANTING) {
            List<Delivery> deliveries = deliveriesTo(path);
            assertThat(deliveries).extracting(Delivery::eventId).as(path).containsExactlyInAnyOrderElementsOf(ids);
            for (Delivery delivery : deliveries) {
                String key = path + " " + delivery.eventId();
                expected.add(key);
                int explained = deaths + overtaken(delivery.ref(), nodes);
                if (mustBeDelivered(delivery, explained, requests.getOrDefault(key, List.of())) > 0) {
                    lost.add(delivery);
                }
            }
        }
        assertThat(requests.keySet()).as("what was received").isEqualTo(expected);
        mustHaveEndedOnce(nodes);
        return lost;
    }

    private int mustBeDelivered(Delivery delivery, int explained, List<ReceivedRequest> requests) {
        String what = delivery.eventId() + " " + delivery.ref();
        assertThat(delivery.state()).as(what).isEqualTo(DeliveryState.DELIVERED);
        List<Attempt> recorded = log.delivery(SendingCrashNode.ACCOUNT, delivery.ref())
                .orElseThrow()
                .attempts();
        int unfinished = delivery.attempts() - recorded.size();
        assertThat(unfinished).as("attempts of %s without an end", what).isBetween(0, explained);
        assertThat(recorded.stream().filter(one -> one.outcome().equals("delivered")))
                .as("the attempts of %s: %s", what, recorded)
                .hasSize(1);
        Attempt last = recorded.get(recorded.size() - 1);
        assertThat(last.outcome()).as("the last of %s", recorded).isEqualTo("delivered");
        assertThat(last.number()).as("nothing was begun after success").isEqualTo(delivery.attempts());
        assertThat(requests.size())
                .as("requests of %s, each of them counted", what)
                .isBetween(1, delivery.attempts());
        return unfinished;
    }

    private static int overtaken(DeliveryRef delivery, Heard... nodes) {
        int times = 0;
        for (Heard node : nodes) {
            times += (int) Sent.parse(node.lost()).stream()
                    .filter(sent -> sent.delivery().equals(delivery))
                    .count();
        }
        return times;
    }

    /** No two nodes recorded the end of the same attempt. */
    private static void mustHaveEndedOnce(Heard... nodes) {
        List<String> ends = new ArrayList<>();
        for (Heard node : nodes) {
            ends.addAll(node.done());
        }
        assertThat(ends).doesNotHaveDuplicates();
    }

    @Override
    public void close() throws SQLException {
        look.close();
    }
}
