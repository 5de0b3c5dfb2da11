package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.Engine;
import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Lanes;
import dev.surehook.engine.source.Order;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.work.Attempt;
import dev.surehook.engine.work.EventHandler;
import dev.surehook.signatures.Locator;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What the engine promises about events with a key, on a real store. */
abstract class OrderEngineContract extends BatchEngineContract {
    private static Lanes inOrder(boolean continueWhenParked, int batch) {
        Order byCustomer = new Order(Locator.json("data.customer"), continueWhenParked);
        return new Lanes(List.of(new LaneRules("orders", List.of("order.*"), 8, batch, Optional.of(byCustomer))));
    }

    /** @param customer as JSON */
    private EventRef order(String id, String customer) {
        return accepted(sendBody(
                YCLOUD,
                id,
                "{\"id\":\"" + id + "\",\"type\":\"order.changed\",\"data\":{\"customer\":" + customer + "}}"));
    }

    private void awaitState(EventState wanted, EventRef ref) throws InterruptedException {
        await(wanted.label(), () -> state(ref) == wanted);
    }

    @Test
    void each_customers_events_are_handled_in_order_though_some_fail_first() throws Exception {
        Orders orders = new Orders();
        start(Map.of(YCLOUD, orders), inOrder(false, 1));
        List<EventRef> refs = sendRound(orders);

        for (EventRef ref : refs) {
            awaitState(EventState.PROCESSED, ref);
        }
        orders.verify();
    }

    @Test
    void in_batches_as_well() throws Exception {
        Orders orders = new Orders();
        start(Map.of(YCLOUD, orders), inOrder(false, 20));
        List<EventRef> refs = sendRound(orders);

        for (EventRef ref : refs) {
            awaitState(EventState.PROCESSED, ref);
        }
        orders.verify();
    }

    private List<EventRef> sendRound(Orders orders) {
        List<EventRef> refs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            for (int customer = 0; customer < 10; customer++) {
                String id = customer + ":" + i;
                if ((i + customer) % 5 == 0) {
                    orders.failFirst.add(id);
                }
                // Some customers have numbers, as some senders write them.
                refs.add(order(id, customer < 5 ? "\"c" + customer + "\"" : Integer.toString(customer)));
            }
        }
        return refs;
    }

    @Test
    void a_parked_event_holds_its_customer_up_and_no_other_until_it_is_replayed() throws Exception {
        Orders orders = new Orders();
        orders.refuse.add("1:0");
        start(Map.of(YCLOUD, orders), inOrder(false, 1));
        EventRef head = order("1:0", "1");
        EventRef behind = order("1:1", "1");
        EventRef other = order("2:0", "2");
        awaitState(EventState.PARKED, head);
        awaitState(EventState.PROCESSED, other);
        assertThat(state(behind)).isEqualTo(EventState.BLOCKED);

        orders.refuse.clear();
        engine.replay(head);

        awaitState(EventState.PROCESSED, behind);
        assertThat(state(head)).isEqualTo(EventState.PROCESSED);
        orders.verify();
    }

    @Test
    void a_parked_event_holds_nobody_up_where_the_lane_continues() throws Exception {
        Orders orders = new Orders();
        orders.refuse.add("1:0");
        start(Map.of(YCLOUD, orders), inOrder(true, 1));
        EventRef head = order("1:0", "1");
        EventRef behind = order("1:1", "1");

        awaitState(EventState.PROCESSED, behind);

        assertThat(state(head)).isEqualTo(EventState.PARKED);
    }

    @Test
    void in_a_lane_whose_handler_was_renamed_a_parked_event_holds_nobody_up_where_the_new_one_continues()
            throws Exception {
        Orders orders = new Orders();
        orders.refuse.add("1:0");
        start(Map.of(YCLOUD, orders), inOrder(false, 1));
        EventRef head = order("1:0", "1");
        EventRef behind = order("1:1", "1");
        awaitState(EventState.PARKED, head);
        LaneRules before = inOrder(true, 1).named().get(0);
        Lanes renamed = new Lanes(List.of(new LaneRules("renamed", before.types(), 8, 1, before.order())));
        List<Source> sources = engine.sources().stream()
                .map(source -> new Source(
                        source.name(),
                        source.provider(),
                        source.verifier(),
                        source.intake().with(renamed),
                        source.work()))
                .toList();
        engine.close(Duration.ofSeconds(5));
        store.replay(head);

        engine = Engine.start(store, sources, Map.of(YCLOUD, orders), InstantSource.system(), EngineListener.SILENT);

        awaitState(EventState.PROCESSED, behind);
        assertThat(state(head)).isEqualTo(EventState.PARKED);
    }

    /** Notes what it processed for whom. */
    private static final class Orders implements EventHandler {
        private final Set<String> failFirst = ConcurrentHashMap.newKeySet();
        private final Set<String> refuse = ConcurrentHashMap.newKeySet();
        private final Set<String> busy = ConcurrentHashMap.newKeySet();
        private final List<String> done = Collections.synchronizedList(new ArrayList<>());

        @Override
        public Outcome handle(Attempt attempt) {
            return handleAll(List.of(attempt));
        }

        @Override
        public Outcome handleAll(List<Attempt> attempts) {
            List<String> ids =
                    attempts.stream().map(attempt -> attempt.event().id()).toList();
            for (String id : ids) {
                if (!busy.add(customer(id))) {
                    done.add(customer(id) + ":two at a time");
                }
            }
            try {
                if (ids.stream().anyMatch(refuse::contains)) {
                    return new Refused("not that one");
                }
                if (ids.stream().anyMatch(failFirst::remove)) {
                    return new Failed("not yet");
                }
                done.addAll(ids);
                return done();
            } finally {
                ids.forEach(id -> busy.remove(customer(id)));
            }
        }

        private static String customer(String id) {
            return id.substring(0, id.indexOf(':'));
        }

        private void verify() {
            Map<String, List<String>> byCustomer = new HashMap<>();
            synchronized (done) {
                done.forEach(id -> byCustomer
                        .computeIfAbsent(customer(id), key -> new ArrayList<>())
                        .add(id));
            }
            byCustomer.values().forEach(ids -> assertThat(ids).isSorted().doesNotHaveDuplicates());
        }
    }
}
