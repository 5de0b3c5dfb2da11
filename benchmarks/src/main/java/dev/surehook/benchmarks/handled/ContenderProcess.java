package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.ChildProcess;
import dev.surehook.benchmarks.JavaRuntime;
import dev.surehook.benchmarks.handled.contender.ContenderMain;
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

/** A contender in a process of its own, which does one thing at a time. Closing it ends the process. */
final class ContenderProcess implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    /** Longer than any run's own patience. */
    private static final Duration ANSWER = Duration.ofMinutes(15);

    private final String name;
    private final String jdbcUrl;
    private final ChildProcess process;
    private final Socket socket;
    private final BufferedReader in;
    private final PrintWriter out;
    private final String library;

    private ContenderProcess(String name, String jdbcUrl, ChildProcess process, Socket socket) throws IOException {
        this.name = name;
        this.jdbcUrl = jdbcUrl;
        this.process = process;
        this.socket = socket;
        this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        this.out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
        this.library = read();
    }

    /** @param dir where its log goes */
    static ContenderProcess start(String name, HandledSettings settings, String jdbcUrl, Path dir) throws IOException {
        try (ServerSocket control = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            control.setSoTimeout((int) START.toMillis());
            ChildProcess process = ChildProcess.start(
                    command(name, settings, jdbcUrl, control.getLocalPort()), Map.of(), dir.resolve(name + ".log"));
            try {
                Socket socket = control.accept();
                socket.setSoTimeout((int) ANSWER.toMillis());
                return new ContenderProcess(name, jdbcUrl, process, socket);
            } catch (IOException e) {
                String log = process.logTail();
                process.close();
                throw new IOException(name + " did not start:\n" + log, e);
            }
        }
    }

    private static List<String> command(String name, HandledSettings settings, String jdbcUrl, int control)
            throws IOException {
        Path target = settings.benchmarks().resolve("target");
        List<String> command = new ArrayList<>(List.of(settings.java().toString()));
        command.addAll(JavaRuntime.of(settings.java()).options());
        // Nothing calls out: a library that looks for its own updates meets a closed port.
        command.addAll(List.of(
                "-Dhttp.proxyHost=127.0.0.1",
                "-Dhttp.proxyPort=9",
                "-Dhttps.proxyHost=127.0.0.1",
                "-Dhttps.proxyPort=9"));
        command.addAll(List.of(
                "-cp",
                target.resolve("classes") + ":" + target.resolve("lib") + "/*:" + target.resolve("lib-jmh") + "/*",
                ContenderMain.class.getName(),
                "--name",
                name,
                "--db",
                jdbcUrl,
                "--control",
                Integer.toString(control)));
        return command;
    }

    String name() {
        return name;
    }

    String jdbcUrl() {
        return jdbcUrl;
    }

    /** For a table: several contenders may be of one library. */
    String label() {
        return library.startsWith(name + "-") ? library : name + " (" + library + ")";
    }

    /** The file that it is from, with its version. */
    String library() {
        return library;
    }

    Duration processorTime() {
        return process.processorTime();
    }

    /** Has it do something and waits for what it answers. */
    String ask(String command, String prefix, long number) throws IOException {
        out.println(command + " " + prefix + " " + number);
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
