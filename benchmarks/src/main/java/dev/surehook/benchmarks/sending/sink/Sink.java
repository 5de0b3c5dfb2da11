package dev.surehook.benchmarks.sending.sink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * An HTTP server of one thread that answers each request with 204 and keeps connections open. It listens on several ports,
 * as endpoints are on several hosts, and on one more, where it takes whatever comes and never answers.
 */
public final class Sink implements AutoCloseable {
    private static final int BACKLOG = 1_000;

    private final Selector selector = Selector.open();
    private final Receipts receipts = new Receipts();
    private final List<ServerSocketChannel> answering = new ArrayList<>();
    private final ServerSocketChannel silent;
    private final Thread thread = new Thread(this::run, "sink");

    private Sink(int ports) throws IOException {
        for (int i = 0; i < ports; i++) {
            answering.add(listen(true));
        }
        silent = listen(false);
    }

    /** @param ports that answer */
    public static Sink start(int ports) throws IOException {
        Sink sink = new Sink(ports);
        sink.thread.setDaemon(true);
        sink.thread.start();
        return sink;
    }

    private ServerSocketChannel listen(boolean answers) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT, answers);
        return server;
    }

    Receipts receipts() {
        return receipts;
    }

    /** Requests that were answered. */
    public long requests() {
        return receipts.requests();
    }

    public List<Integer> ports() {
        return answering.stream().map(Sink::portOf).toList();
    }

    public int silentPort() {
        return portOf(silent);
    }

    private static int portOf(ServerSocketChannel server) {
        return server.socket().getLocalPort();
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                selector.select();
                if (selector.isOpen()) {
                    serveSelected();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serveSelected() throws IOException {
        Iterator<SelectionKey> selected = selector.selectedKeys().iterator();
        while (selected.hasNext()) {
            SelectionKey key = selected.next();
            selected.remove();
            if (key.attachment() instanceof SinkConnection connection) {
                serve(key, connection);
            } else {
                accept((ServerSocketChannel) key.channel(), Boolean.TRUE.equals(key.attachment()));
            }
        }
    }

    private void accept(ServerSocketChannel server, boolean answers) throws IOException {
        for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.register(selector, SelectionKey.OP_READ, new SinkConnection(channel, receipts, answers));
        }
    }

    private static void serve(SelectionKey key, SinkConnection connection) throws IOException {
        boolean open;
        try {
            open = connection.read();
        } catch (IOException e) {
            // The client is gone.
            open = false;
        }
        if (!open) {
            key.cancel();
            key.channel().close();
        }
    }

    @Override
    public void close() throws IOException {
        for (ServerSocketChannel server : answering) {
            server.close();
        }
        silent.close();
        selector.close();
    }
}
