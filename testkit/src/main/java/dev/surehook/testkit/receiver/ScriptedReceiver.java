package dev.surehook.testkit.receiver;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP receiver on 127.0.0.1 that answers by script and records every request exactly. Says 204 to everything until
 * told otherwise. Thread-safe.
 *
 * <pre>{@code
 * try (ScriptedReceiver receiver = ScriptedReceiver.start()) {
 *     receiver.failTimes(3, 500).thenRespond(204);
 *     // … send to receiver.url("/hook") …
 *     List<ReceivedRequest> requests = receiver.awaitRequests(4, Duration.ofSeconds(10));
 * }
 * }</pre>
 */
public final class ScriptedReceiver implements AutoCloseable {
    private final ServerSocketFactory sockets;
    private final String scheme;
    private final Script script = new Script();
    private final List<ReceivedRequest> requests = new ArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final Set<Wire> open = ConcurrentHashMap.newKeySet();
    private final int port;
    private volatile @Nullable Listening server;

    private ScriptedReceiver(ServerSocketFactory sockets, String scheme) {
        this.sockets = sockets;
        this.scheme = scheme;
        this.port = listen(0);
    }

    /** Listens on a free port. */
    public static ScriptedReceiver start() {
        return new ScriptedReceiver(ServerSocketFactory.getDefault(), "http");
    }

    /** Listens on a free port for TLS with the context's certificate. */
    public static ScriptedReceiver startTls(SSLContext tls) {
        return new ScriptedReceiver(tls.getServerSocketFactory(), "https");
    }

    /** As {@link #startTls}, for clients whose certificate the context trusts and no others. */
    public static ScriptedReceiver startMutualTls(SSLContext tls) {
        return new ScriptedReceiver(new MutualTlsSockets(tls), "https");
    }

    public int port() {
        return port;
    }

    /** @param target path and query, with its leading slash */
    public URI url(String target) {
        return URI.create(scheme + "://127.0.0.1:" + port + target);
    }

    /** Answers everything from now on with this status; earlier instructions are dropped. */
    public ScriptedReceiver respond(int status) {
        return respond(Answer.status(status));
    }

    /** Answers everything from now on like this; earlier instructions are dropped. */
    public ScriptedReceiver respond(Answer answer) {
        script.clear();
        return thenRespond(answer);
    }

    /** Answers the next requests, after those already planned, with this status. */
    public ScriptedReceiver failTimes(int times, int status) {
        for (int i = 0; i < times; i++) {
            script.add(Answer.status(status));
        }
        return this;
    }

    /** Answers the next requests, after those already planned, with one of these each. */
    public ScriptedReceiver next(Answer... answers) {
        for (Answer answer : answers) {
            script.add(answer);
        }
        return this;
    }

    /** What follows when everything planned has been played. */
    public ScriptedReceiver thenRespond(int status) {
        return thenRespond(Answer.status(status));
    }

    /** What follows when everything planned has been played. */
    public ScriptedReceiver thenRespond(Answer answer) {
        script.fromThenOn(answer);
        return this;
    }

    /** All requests so far that arrived completely, in order. */
    public List<ReceivedRequest> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    /** How many connections were opened so far. */
    public int connections() {
        return connections.get();
    }

    /** How many connections are open at this end now. */
    public int openConnections() {
        return open.size();
    }

    /**
     * Waits for the request number {@code count}.
     *
     * @return all requests so far
     * @throws AssertionError when fewer came in time
     */
    public List<ReceivedRequest> awaitRequests(int count, Duration within) {
        long deadline = System.nanoTime() + within.toNanos();
        synchronized (requests) {
            while (requests.size() < count) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new AssertionError(requests.size() + " requests came within " + within + ", not " + count);
                }
                try {
                    requests.wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new AssertionError("interrupted while waiting for requests", e);
                }
            }
            return List.copyOf(requests);
        }
    }

    /** Refuses connections and ends the open ones, answers in progress too. Script and records stay. */
    public void stop() {
        Listening running = server;
        server = null;
        try {
            if (running != null) {
                running.end();
            }
            for (Wire wire : open) {
                wire.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Listens again on the same port after a {@link #stop}. */
    public void restart() {
        if (server == null) {
            listen(port);
        }
    }

    @Override
    public void close() {
        stop();
    }

    private int listen(int wanted) {
        try {
            ServerSocket socket = sockets.createServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), wanted), 1_024);
            server = new Listening(socket, daemon("scripted-receiver-accept", () -> accept(socket)));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket socket) {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                int number = connections.incrementAndGet();
                daemon("scripted-receiver-" + number, () -> serve(socket, connection, number));
            } catch (IOException e) {
                // Closed by stop(), or the connection was gone before it was accepted; the loop's condition tells.
            }
        }
    }

    private void serve(ServerSocket listener, Socket connection, int number) {
        try (connection) {
            connection.setTcpNoDelay(true);
            Wire wire = new Wire(connection);
            open.add(wire);
            try {
                RequestReader reader = new RequestReader(new BufferedInputStream(connection.getInputStream()));
                boolean stays = true;
                // A connection that was accepted while stop() ran is not among those it closed.
                while (stays && !listener.isClosed()) {
                    stays = answerNext(reader, wire, number);
                }
            } finally {
                wire.close();
                open.remove(wire);
            }
        } catch (IOException | NumberFormatException e) {
            // The sender went away, or sent what is not HTTP: the connection ends, and the records show what came.
            return;
        }
    }

    private boolean answerNext(RequestReader reader, Wire wire, int number) throws IOException {
        Optional<ReceivedRequest> request = reader.next(number);
        if (request.isEmpty()) {
            return false;
        }
        // Taken before the request becomes visible: who waits for it and then changes the script changes the next one.
        Answer answer = script.take();
        synchronized (requests) {
            requests.add(request.get());
            requests.notifyAll();
        }
        return answer.send(wire);
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private record Listening(ServerSocket socket, Thread accepting) {
        /**
         * Closes the socket and waits for the thread in accept(): while that call lasts the kernel keeps the socket
         * alive, so that a connection could still be made after the close.
         */
        void end() throws IOException {
            socket.close();
            try {
                accepting.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
