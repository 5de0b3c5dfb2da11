package dev.surehook.benchmarks.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One keep-alive connection with at most one request under way. It reconnects when the server closes it. */
final class Connection {

    private final InetSocketAddress server;
    private final Selector selector;
    private final ByteBuffer out;
    private final ResponseBuffer response = new ResponseBuffer();
    private SocketChannel channel;
    private SelectionKey key;
    private long dueAt;
    private boolean busy;

    Connection(InetSocketAddress server, Selector selector, int requestBytes) throws IOException {
        this.server = server;
        this.selector = selector;
        this.out = ByteBuffer.allocateDirect(requestBytes);
        this.channel = connect(server);
        this.key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** When the request under way was due, in {@link System#nanoTime()}. */
    long dueAt() {
        return dueAt;
    }

    boolean isBusy() {
        return busy;
    }

    void send(byte[] request, long due) throws IOException {
        out.clear();
        out.put(request).flip();
        dueAt = due;
        busy = true;
        flush();
    }

    void flush() throws IOException {
        channel.write(out);
        key.interestOps(out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    /** Reads what has arrived; the status when a response is complete, else {@link ResponseBuffer#INCOMPLETE}. */
    int receive() throws IOException {
        boolean open = response.readFrom(channel);
        int status = response.completeStatus();
        if (status != ResponseBuffer.INCOMPLETE) {
            boolean closing = response.isClosing();
            response.clear();
            busy = false;
            if (closing || !open) {
                reconnect();
            }
        } else if (!open) {
            throw new IOException("the server closed the connection");
        }
        return status;
    }

    /** Gives up what was under way. */
    void reconnect() throws IOException {
        close();
        response.clear();
        busy = false;
        channel = connect(server);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    void close() throws IOException {
        key.cancel();
        channel.close();
    }

    private static SocketChannel connect(InetSocketAddress server) throws IOException {
        SocketChannel channel = SocketChannel.open(server);
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return channel;
    }
}
