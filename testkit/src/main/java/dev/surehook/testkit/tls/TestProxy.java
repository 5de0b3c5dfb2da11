package dev.surehook.testkit.tls;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A proxy that knows CONNECT and nothing else. Whatever it is asked for, it connects to that port of this machine.
 * Thread-safe.
 */
public final class TestProxy implements Closeable {
    private final InetAddress here = InetAddress.getLoopbackAddress();
    private final ServerSocket server = new ServerSocket(0, 50, here);
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean refusing;
    private volatile @Nullable String required;

    /** Listens at once, on a free port of 127.0.0.1. */
    public TestProxy() throws IOException {
        daemon(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** What it was asked to connect to, in order. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    /** From now on nothing is connected. */
    public void refuse() {
        refusing = true;
    }

    /** From now on only who shows this user and password is connected. */
    public void require(String user, String password) {
        String pair = user + ":" + password;
        required = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = server.accept();
            open.add(client);
            daemon(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException {
        List<String> head = readHead(client.getInputStream()).lines().toList();
        String[] first = head.get(0).split(" ");
        if (refusing || !first[0].equals("CONNECT")) {
            answer(client, "403 Not here\r\nContent-Length: 4\r\n\r\nZZZ9");
            client.close();
            return;
        }
        String wanted = required;
        if (wanted != null && !head.contains("Proxy-Authorization: " + wanted)) {
            answer(client, "407 Who are you\r\nContent-Length: 0\r\n\r\n");
            client.close();
            return;
        }
        asked.add(first[1]);
        Socket receiver = new Socket(here, Integer.parseInt(first[1].substring(first[1].lastIndexOf(':') + 1)));
        open.add(receiver);
        answer(client, "200 Connected\r\n\r\n");
        daemon(() -> receiver.getInputStream().transferTo(client.getOutputStream()));
        client.getInputStream().transferTo(receiver.getOutputStream());
    }

    private static void answer(Socket client, String rest) throws IOException {
        client.getOutputStream().write(("HTTP/1.1 " + rest).getBytes(StandardCharsets.US_ASCII));
    }

    private static String readHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int octet = in.read();
            if (octet < 0) {
                throw new IOException("the client went away");
            }
            head.append((char) octet);
        }
        return head.toString();
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void daemon(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (IOException e) {
                // One side went away: the tunnel is over.
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
