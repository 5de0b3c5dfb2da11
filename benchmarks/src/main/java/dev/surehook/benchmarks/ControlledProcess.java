package dev.surehook.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A process of ours that connects back to a port which it is told by {@code --control}, says one line, and from then on
 * answers each line with one line. Closing it ends the process. Used by one thread.
 */
public final class ControlledProcess implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    /** Longer than any run's own patience. */
    private static final Duration ANSWER = Duration.ofMinutes(15);

    private final String name;
    private final ChildProcess process;
    private final Socket socket;
    private final BufferedReader in;
    private final PrintWriter out;
    private final String greeting;

    private ControlledProcess(String name, ChildProcess process, Socket socket) throws IOException {
        this.name = name;
        this.process = process;
        this.socket = socket;
        this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        this.out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
        this.greeting = read();
    }

    /**
     * Starts it and waits for its first line.
     *
     * @param command without {@code --control}
     * @param dir where its log goes
     */
    public static ControlledProcess start(String name, List<String> command, Path dir) throws IOException {
        try (ServerSocket control = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            control.setSoTimeout((int) START.toMillis());
            List<String> whole = new ArrayList<>(command);
            whole.addAll(List.of("--control", Integer.toString(control.getLocalPort())));
            ChildProcess process = ChildProcess.start(whole, Map.of(), dir.resolve(name + ".log"));
            try {
                Socket socket = control.accept();
                socket.setSoTimeout((int) ANSWER.toMillis());
                return new ControlledProcess(name, process, socket);
            } catch (IOException e) {
                String log = process.logTail();
                process.close();
                throw new IOException(name + " did not start:\n" + log, e);
            }
        }
    }

    public String name() {
        return name;
    }

    /** The first line that it said. */
    public String greeting() {
        return greeting;
    }

    public Duration processorTime() {
        return process.processorTime();
    }

    /** Sends a line and waits for the answer. */
    public String ask(String line) throws IOException {
        out.println(line);
        return read();
    }

    private String read() throws IOException {
        try {
            String line = in.readLine();
            if (line != null) {
                return line;
            }
        } catch (SocketTimeoutException e) {
            throw new IOException(name + " does not answer:\n" + process.logTail(), e);
        }
        throw new IOException(name + " ended:\n" + process.logTail());
    }

    @Override
    public void close() throws IOException {
        socket.close();
        process.close();
    }
}
