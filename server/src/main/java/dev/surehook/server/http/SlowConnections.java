package dev.surehook.server.http;

import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;

/**
 * Closes connections whose request does not arrive in time. Jetty's idle timeout starts anew with each byte, so a client
 * that sends one byte a second would stay for ever; here the whole request has a deadline. Once a second each
 * connection's parser is looked at: a request that was begun and is the same one as at the last look grows older.
 */
final class SlowConnections extends AbstractLifeCycle implements Connection.Listener {
    /** For a request's line and headers; and for the first request of a connection, TLS handshake included. */
    static final Duration HEAD_DEADLINE = Duration.ofSeconds(20);
    /** For head and body: later than the intake's own deadline, which answers before it closes. */
    static final Duration REQUEST_DEADLINE = Duration.ofSeconds(25);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Map<HttpConnection, Watch> connections = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "surehook-slow-connections");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HttpConnection http) {
            connections.put(http, new Watch(System.nanoTime()));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        if (connection instanceof HttpConnection http) {
            connections.remove(http);
        }
    }

    @Override
    protected void doStart() {
        Object ignored = timer.scheduleWithFixedDelay(
                this::look, BETWEEN_LOOKS.toMillis(), BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    protected void doStop() {
        timer.shutdownNow();
    }

    private void look() {
        long now = System.nanoTime();
        Iterator<Map.Entry<HttpConnection, Watch>> all = connections.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<HttpConnection, Watch> entry = all.next();
            if (entry.getValue().isTooOld(entry.getKey(), now)) {
                all.remove();
                entry.getKey().getEndPoint().close();
            }
        }
    }

    /** What was seen of one connection. Used by the timer's thread only. */
    private static final class Watch {
        private enum Phase {
            IDLE,
            HEAD,
            BODY,
            ANSWERING
        }

        private long requests;
        private Phase phase = Phase.HEAD;
        private long since;

        private Watch(long openedAt) {
            since = openedAt;
        }

        private boolean isTooOld(HttpConnection connection, long now) {
            long requestsNow = connection.getMessagesIn();
            Phase phaseNow = phase(connection, requestsNow);
            // From head to body the clock runs on: the deadlines are for the request, not for a phase.
            boolean sameRequest = phase == phaseNow || (phase == Phase.HEAD && phaseNow == Phase.BODY);
            boolean another = requestsNow != requests && phaseNow != Phase.BODY;
            if (another || !sameRequest) {
                since = now;
            }
            requests = requestsNow;
            phase = phaseNow;
            return switch (phase) {
                case IDLE, ANSWERING -> false;
                case HEAD -> now - since > HEAD_DEADLINE.toNanos();
                case BODY -> now - since > REQUEST_DEADLINE.toNanos();
            };
        }

        private static Phase phase(HttpConnection connection, long requests) {
            HttpParser parser = connection.getParser();
            if (parser.isState(HttpParser.State.START)) {
                // Nothing arrived yet is normal between requests, but a new connection has to say something.
                return requests == 0 ? Phase.HEAD : Phase.IDLE;
            }
            if (parser.inHeaderState()) {
                return Phase.HEAD;
            }
            return parser.inContentState() ? Phase.BODY : Phase.ANSWERING;
        }
    }
}
