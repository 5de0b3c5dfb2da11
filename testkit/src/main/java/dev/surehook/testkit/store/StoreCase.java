package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Order;
import dev.surehook.engine.source.Route;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import dev.surehook.engine.work.WorkStore;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Locator;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test with a store: what all contracts start from. A subclass brings an empty store, a way to open it again, and time. */
@SuppressWarnings("NullAway.Init")
public abstract class StoreCase {
    protected static final SourceName SHOP = new SourceName("shop");
    protected static final SourceName DESK = new SourceName("desk");
    protected static final Duration LEASE = Duration.ofSeconds(30);

    /**
     * What makes a database older, with so many milliseconds as the parameter of each, where its clock is its own and times
     * are rows.
     */
    protected static final List<String> AGEING = List.of(
            "UPDATE surehook_inbox_ready SET lease_until = lease_until - ? WHERE lease_until > 0",
            "UPDATE surehook_inbox_retry SET due_at = due_at - ?",
            "UPDATE surehook_delivery_queue SET busy_until = busy_until - ? WHERE busy_until > 0",
            "UPDATE surehook_delivery_queue SET due_at = due_at - ? WHERE due_at > 0",
            "UPDATE surehook_endpoint_lane SET next_due = next_due - ? WHERE next_due < 9000000000000000",
            "UPDATE surehook_endpoint_lane SET suspended_until = suspended_until - ? WHERE suspended_until > 0",
            "UPDATE surehook_endpoint_lane SET rest_until = rest_until - ? WHERE rest_until > 0",
            "UPDATE surehook_endpoint_lane SET paused_until = paused_until - ?"
                    + " WHERE paused_until > 0 AND paused_until < 9000000000000000",
            "UPDATE surehook_endpoint_lane SET tat = tat - 1000 * ? WHERE tat > 0",
            "UPDATE surehook_job SET due_at = due_at - ? WHERE due_at < 9000000000000000",
            "UPDATE surehook_job SET updated_at = updated_at - ?",
            "UPDATE surehook_job_part SET due_at = due_at - ?",
            "UPDATE surehook_endpoint_secret SET not_after = not_after - ? WHERE not_after IS NOT NULL");

    private Store store;

    /** A store without events. */
    protected abstract Store openEmpty() throws Exception;

    /** The same database again, after {@link Store#close()}. */
    protected abstract Store reopen() throws Exception;

    /** Another node on the same database, to be closed by the caller; the store itself where there can be only one. */
    protected Store anotherNode() throws Exception {
        return store;
    }

    /** Makes leases and due times older by {@code time}. */
    protected abstract void pass(Duration time) throws Exception;

    @BeforeEach
    void open() throws Exception {
        store = openEmpty();
    }

    @AfterEach
    void close() {
        store.close();
    }

    protected final Store store() {
        return store;
    }

    /** Of {@link #anotherNode}: the test's own store is closed at its end. */
    @SuppressWarnings("ReferenceEquality") // Whether it is the same one is what matters.
    protected final void closeUnlessOwn(Store other) {
        if (other != store) {
            other.close();
        }
    }

    protected final void restart() throws Exception {
        store.close();
        store = reopen();
    }

    protected static NewEvent event(SourceName source, String id, String body) {
        return event(source, id, body.getBytes(StandardCharsets.UTF_8), Optional.empty());
    }

    protected static NewEvent event(SourceName source, String id, byte[] body, Optional<String> ignored) {
        return NewEvent.of(event(source, id, body), ignored);
    }

    /** An event of {@code lane} with a small body. */
    protected static NewEvent in(LaneKey lane, String id) {
        LaneRules rules = new LaneRules(lane.name(), List.of(), 1);
        return NewEvent.of(
                event(lane.source(), id, "{}".getBytes(StandardCharsets.UTF_8)),
                new Route(Optional.empty(), Optional.of(rules), 0));
    }

    /** An event of {@code lane} that is in order with the others of {@code key}. */
    protected static NewEvent inOrder(LaneKey lane, String id, String key) {
        Order byCustomer = new Order(Locator.json("customer"), false);
        LaneRules rules = new LaneRules(lane.name(), List.of(), 1, 1, Optional.of(byCustomer));
        byte[] body = ("{\"customer\":\"" + key + "\"}").getBytes(StandardCharsets.UTF_8);
        return NewEvent.of(event(lane.source(), id, body), new Route(Optional.empty(), Optional.of(rules), 1_024));
    }

    private static Event event(SourceName source, String id, byte[] body) {
        Headers headers = Headers.of("Content-Type", "application/json", "X-Two", "a", "x-two", "b: c");
        Instant receivedAt = Instant.ofEpochMilli(Instant.now().toEpochMilli());
        return new Event(source, id, "order.paid", receivedAt, headers, body);
    }

    protected final Appended append(NewEvent event) {
        return store.append(List.of(event)).get(0);
    }

    protected final Claimed claimOne() {
        List<Claimed> claimed = store.claim(SHOP, 10, LEASE);
        assertThat(claimed).hasSize(1);
        return claimed.get(0);
    }

    protected final boolean finish(Claimed work, Finish.Next next) {
        Finish finish = new Finish(work.lease(), Instant.now(), Duration.ofMillis(7), next, "HTTP 200");
        return store.finish(List.of(finish)).get(0);
    }

    protected static Finish processed(Claimed work) {
        return new Finish(work.lease(), Instant.now(), Duration.ofMillis(3), new Finish.Processed(), "");
    }

    protected final EventLog.Detail detail(NewEvent event) {
        return store.find(event.key().ref()).orElseThrow();
    }

    /** A table of the application's own; made before, because some databases commit when a table is made. */
    protected final void createBookings() {
        inDatabase(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS booking (event_id varchar(100) NOT NULL)");
            }
        });
    }

    /** Runs {@code effect} in a transaction of its own. */
    private void inDatabase(WorkStore.Effect effect) {
        append(event(DESK, "look " + UUID.randomUUID(), "{}"));
        Claimed look = store.claim(DESK, 1, LEASE).get(0);
        store.finish(processed(look), effect);
    }

    /** What a handler does: one row in the application's table. */
    protected static void book(Connection connection, String id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO booking (event_id) VALUES (?)")) {
            insert.setString(1, id);
            insert.executeUpdate();
        }
    }

    protected final int bookings(String id) {
        List<Integer> count = new ArrayList<>();
        inDatabase(connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT count(*) FROM booking WHERE event_id = ?")) {
                select.setString(1, id);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    count.add(row.getInt(1));
                }
            }
        });
        return count.get(0);
    }
}
