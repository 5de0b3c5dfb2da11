package dev.surehook.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes connections and never answers: what Surehook forwards to while its intake is measured. So every event gets its
 * work row, and workers hang as they would at a dead application, without an answering side that costs time of its own.
 */
final class SilentEndpoint implements AutoCloseable {
    private static final int KEEP = 2_000;

    private final ServerSocket socket;

    SilentEndpoint() throws IOException {
        socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::run, "silent-endpoint");
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/webhook";
    }

    private void run() {
        List<Socket> open = new ArrayList<>();
        try {
            while (!socket.isClosed()) {
                open.add(socket.accept());
                if (open.size() > KEEP) {
                    open.remove(0).close();
                }
            }
        } catch (IOException e) {
            // Closed: the benchmark ends.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
