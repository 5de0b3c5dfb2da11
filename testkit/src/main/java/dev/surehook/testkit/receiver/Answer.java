package dev.surehook.testkit.receiver;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What a {@link ScriptedReceiver} does once it has read a request. Stateless ones can be used many times. */
@FunctionalInterface
public interface Answer {
    /**
     * Plays the answer.
     *
     * @return whether the connection stays open for another request
     * @throws IOException when the sender went away or the receiver was stopped; ends the connection, and no more
     */
    boolean send(Wire wire) throws IOException;

    static HttpAnswer status(int status) {
        return new HttpAnswer(status, List.of(), new byte[0]);
    }

    static HttpAnswer redirect(int status, String location) {
        return status(status).withHeader("Location", location);
    }

    /** These bytes, whatever they are; then the connection is closed. */
    static Answer raw(byte[] bytes) {
        return wire -> {
            wire.write(bytes);
            return false;
        };
    }

    /** Reads the request and says nothing, until the sender or the receiver gives up. */
    static Answer never() {
        return wire -> {
            wire.pause(Duration.ofDays(1));
            return false;
        };
    }

    static Answer closeWithoutAnswer() {
        return wire -> false;
    }

    static Answer reset() {
        return wire -> {
            wire.reset();
            return false;
        };
    }

    /** A head at once, then one byte of body in every interval, without end. */
    static Answer drippingBody(int status, Duration interval) {
        return wire -> {
            wire.write("HTTP/1.1 " + status + " Scripted\r\nTransfer-Encoding: chunked\r\n\r\n");
            return drip(wire, "1\r\nx\r\n", interval);
        };
    }

    /** A status line, then one byte of a header in every interval, without end. */
    static Answer drippingHead(int status, Duration interval) {
        return wire -> {
            wire.write("HTTP/1.1 " + status + " Scripted\r\nX-Slow: ");
            return drip(wire, "x", interval);
        };
    }

    /** A body as fast as the sender takes it, without end. */
    static Answer endlessBody(int status) {
        return wire -> {
            wire.write("HTTP/1.1 " + status + " Scripted\r\nContent-Length: 5000000000\r\n\r\n");
            return drip(wire, "x".repeat(65_536), Duration.ZERO);
        };
    }

    /** The same answer, later. */
    default Answer after(Duration wait) {
        return wire -> {
            wire.pause(wait);
            return send(wire);
        };
    }

    /** The same answer once the gate is open. */
    default Answer heldBy(CountDownLatch gate) {
        return wire -> {
            while (gate.getCount() > 0) {
                wire.pause(Duration.ofMillis(5));
            }
            return send(wire);
        };
    }

    /** The same answer; then the connection is closed without a word about it in the head. */
    default Answer thenClose() {
        return wire -> {
            send(wire);
            return false;
        };
    }

    private static boolean drip(Wire wire, String piece, Duration interval) throws IOException {
        // Ends by exception: the sender closes, or the receiver is stopped.
        while (true) {
            wire.write(piece);
            wire.pause(interval);
        }
    }
}
