package dev.surehook.benchmarks.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a receiver one question at a time, over a connection of its own. */
public final class Probe {

    private static final int TIMEOUT_MILLIS = 10_000;

    private final int port;
    private final SignedEvents events;

    public Probe(int port, String secret) {
        this.port = port;
        this.events = new SignedEvents(port, secret, IdOrder.RANDOM);
    }

    /**
     * The status that a good event is answered with.
     *
     * @throws IOException when nobody listens, or no answer came within 10 s
     */
    public int statusOfGoodEvent() throws IOException {
        return statusOf(events.next());
    }

    /** The status that an event is answered with whose body was altered after signing. */
    public int statusOfTamperedEvent() throws IOException {
        return statusOf(events.nextTampered());
    }

    private int statusOf(byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request);
            byte[] statusLine = socket.getInputStream().readNBytes("HTTP/1.1 204".length());
            if (statusLine.length < "HTTP/1.1 204".length()) {
                throw new IOException("the server closed the connection");
            }
            return Integer.parseInt(new String(statusLine, 9, 3, StandardCharsets.ISO_8859_1));
        }
    }
}
