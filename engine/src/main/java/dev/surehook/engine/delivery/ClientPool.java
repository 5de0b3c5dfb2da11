package dev.surehook.engine.delivery;

import dev.surehook.engine.delivery.HttpSender.Way;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** One client for each way, for as long as it is in use. Thread-safe. */
final class ClientPool implements AutoCloseable {
    private static final Duration UNUSED = Duration.ofMinutes(1);

    private final SenderSettings settings;
    private final Map<Way, Lent> clients = new ConcurrentHashMap<>();

    ClientPool(SenderSettings settings) {
        this.settings = settings;
        // Now, because loading what the system trusts takes long enough to cost the first attempt its time.
        clients.put(Way.USUAL, new Lent(settings, Way.USUAL));
    }

    /** A client that stays open until {@link Lent#giveBack}. */
    Lent lend(Way way) {
        // Within compute, so that tidying cannot close it between the look-up and the count.
        return clients.compute(way, (key, known) -> {
            Lent lent = known == null ? new Lent(settings, key) : known;
            lent.users.incrementAndGet();
            return lent;
        });
    }

    /** Closes connections that idled for long enough, and clients that nobody used for a while. */
    void tidy() {
        for (Way way : clients.keySet()) {
            clients.computeIfPresent(way, (key, lent) -> {
                lent.connections.closeExpired();
                lent.connections.closeIdle(Clients.LONGEST_IDLE);
                return lent.isUnused() && !key.equals(Way.USUAL) ? lent.closed() : lent;
            });
        }
    }

    @Override
    public void close() {
        clients.values().forEach(lent -> lent.client.close(CloseMode.IMMEDIATE));
    }

    /** A client with users. */
    static final class Lent {
        private final PoolingHttpClientConnectionManager connections;
        private final CloseableHttpClient client;
        private final AtomicInteger users = new AtomicInteger();
        private volatile long lastUse = System.nanoTime();

        private Lent(SenderSettings settings, Way way) {
            this.connections = Clients.connections(settings, way);
            this.client = Clients.open(settings, connections);
        }

        CloseableHttpClient client() {
            return client;
        }

        void giveBack() {
            lastUse = System.nanoTime();
            users.decrementAndGet();
        }

        private boolean isUnused() {
            return users.get() == 0 && System.nanoTime() - lastUse > UNUSED.toNanos();
        }

        private @Nullable Lent closed() {
            client.close(CloseMode.GRACEFUL);
            return null;
        }
    }
}
