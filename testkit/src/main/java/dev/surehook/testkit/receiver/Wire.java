package dev.surehook.testkit.receiver;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The receiver's end of one connection, for an {@link Answer} to write on. */
public final class Wire {
    private final Socket socket;
    private final OutputStream out;
    private final CountDownLatch closed = new CountDownLatch(1);

    Wire(Socket socket) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
    }

    /** Sends the bytes at once. */
    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Sends text, one byte for each character. */
    public void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * Waits while the connection stays as it is.
     *
     * @throws IOException when the receiver is stopped meanwhile
     */
    public void pause(Duration duration) throws IOException {
        try {
            if (closed.await(duration.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("the receiver was stopped");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Closes the connection with a reset instead of an orderly end. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        close();
    }

    /** Ends the connection. */
    public void close() throws IOException {
        closed.countDown();
        socket.close();
    }
}
