package dev.surehook.testkit.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointEdit;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.DueDelivery;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.host.HostSettings;
import dev.surehook.engine.store.host.HostStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** An edit whose node is gone after the transaction that made it, with most of its deliveries still to be cancelled. */
class EditTakenOverTest {
    private static final AccountName ACME = new AccountName("acme");
    private static final int EVENTS = 1_200;
    /** To find the account and the endpoint, to look for earlier edits, and to make this one. */
    private static final int UNTIL_THE_EDIT = 4;

    private final AtomicInteger connectionsLeft = new AtomicInteger(Integer.MAX_VALUE);

    @Test
    void another_node_ends_what_an_edit_began_and_nothing_of_it_is_sent_meanwhile() {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
            try (Store dying = open(failing(pool));
                    Store other = open(pool)) {
                Endpoint endpoint = endpoint(other.sending().endpoints());
                publish(other.sending());
                EndpointEdit edit = new EndpointEdit(
                        new EndpointDraft("https://acme.example/new"),
                        OptionalLong.empty(),
                        new EndpointEdit.Effects(true, true, false));

                connectionsLeft.set(UNTIL_THE_EDIT);
                assertThatThrownBy(() -> dying.sending().endpoints().edit(ACME, endpoint.ref(), edit))
                        .isInstanceOf(StoreUnavailable.class);

                assertThat(other.sending()
                                .endpoints()
                                .endpoint(ACME, endpoint.ref())
                                .orElseThrow()
                                .draft()
                                .url())
                        .isEqualTo("https://acme.example/new");
                assertThat(claim(other.sending())).as("the lane rests").isEmpty();
                other.sending().sweep();
                assertThat(claim(other.sending())).isEmpty();
                assertThat(count(other.sending(), DeliveryState.CANCELLED)).isEqualTo(EVENTS);
                assertThat(count(other.sending(), DeliveryState.WAITING)).isZero();
            }
        }
    }

    private static Store open(DataSource source) {
        return HostStore.open(source, new HostSettings(HostSettings.Schema.MIGRATE, false, InstantSource.system()));
    }

    private static Endpoint endpoint(EndpointStore endpoints) {
        endpoints.open(ACME, "standard");
        return endpoints
                .add(ACME, EndpointRef.random(), new EndpointDraft("https://acme.example/old"), "sealed", 50, false)
                .orElseThrow();
    }

    private static void publish(SendingStore sending) {
        List<Publication> events = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            events.add(new Publication(ACME, "e" + i, "order.paid", Publication.JSON, new byte[0]));
        }
        sending.publish(events);
        int given = 0;
        while (given < EVENTS) {
            given += sending.fanOut(500);
        }
    }

    private static List<DueDelivery> claim(SendingStore sending) {
        return sending.claim(10, 10, Duration.ofSeconds(30), Set.of());
    }

    private static int count(SendingStore sending, DeliveryState state) {
        Filter filter = Filter.newest(500).in(state);
        SendingLog.Page<SendingLog.Delivery> page = sending.log().deliveries(ACME, filter);
        int all = page.rows().size();
        while (page.next().isPresent()) {
            page = sending.log().deliveries(ACME, filter.from(page.next().get()));
            all += page.rows().size();
        }
        return all;
    }

    /** Gives so many connections as are left and no more. */
    private DataSource failing(DataSource pool) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection") && connectionsLeft.getAndDecrement() <= 0) {
                        throw new SQLException("the node is gone", "08006");
                    }
                    try {
                        return method.invoke(pool, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
