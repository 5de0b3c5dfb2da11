package dev.surehook.testkit.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.endpoint.Edited;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointEdit;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.profile.Envelope;
import dev.surehook.engine.profile.SendingProfile.Backlog;
import dev.surehook.engine.profile.SendingProfile.EditRules;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.sqlite.SqliteStore;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An edit that commits between the moment in which an attempt is begun and the one in which it is made. */
class EditedAfterClaimTest {
    private static final EditRules CANCELS = new EditRules(Backlog.CANCEL, Backlog.CANCEL, false);

    @TempDir
    Path folder;

    private final AtomicReference<Runnable> afterClaim = new AtomicReference<>();

    @Test
    void what_was_begun_for_the_old_url_is_not_sent_to_the_new_one() throws Exception {
        try (Store store = SqliteStore.open(folder, InstantSource.system());
                ScriptedReceiver receiver = ScriptedReceiver.start();
                SendingNode node = SendingNode.on(
                        meddled(store),
                        SendingNode.with(
                                new RetrySchedule(List.of(Duration.ofMillis(10)), 0), Envelope.STANDARD, CANCELS))) {
            Endpoint endpoint = node.endpoint(receiver.url("/old").toString());
            afterClaim.set(() -> assertThat(store.sending()
                            .endpoints()
                            .edit(
                                    SendingNode.ACME,
                                    endpoint.ref(),
                                    new EndpointEdit(
                                            new EndpointDraft(
                                                    receiver.url("/new").toString()),
                                            OptionalLong.empty(),
                                            CANCELS.effects())))
                    .isInstanceOf(Edited.Done.class));
            node.publish("before");
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (afterClaim.get() != null) {
                assertThat(System.nanoTime()).as("claimed").isLessThan(deadline);
                Thread.onSpinWait();
            }
            node.publish("after");

            List<ReceivedRequest> requests = receiver.awaitRequests(1, Duration.ofSeconds(20));
            assertThat(requests)
                    .extracting(request -> request.target() + " " + request.header("webhook-id"))
                    .containsExactly("/new after");
        }
    }

    /** The store, with an edit after the first turn that began something. */
    private Store meddled(Store store) {
        SendingStore sending = (SendingStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SendingStore.class}, (proxy, method, arguments) -> {
                    Object result = call(store.sending(), method, arguments);
                    if (result instanceof SendingStore.Turn turn
                            && !turn.begun().isEmpty()) {
                        Runnable edit = afterClaim.get();
                        if (edit != null) {
                            edit.run();
                            afterClaim.set(null);
                        }
                    }
                    return result;
                });
        return (Store) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) ->
                        method.getName().equals("sending") ? sending : call(store, method, arguments));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
