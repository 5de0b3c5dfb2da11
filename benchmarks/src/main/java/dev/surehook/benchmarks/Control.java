package dev.surehook.benchmarks;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The other end of a {@link ControlledProcess}: answers each line of the runner with one line. */
public final class Control {

    private Control() {}

    /** What a process does when it is asked. */
    @FunctionalInterface
    public interface Answers {
        String answer(String line) throws Exception;
    }

    /** Says {@code greeting} and answers until the runner hangs up. */
    public static void serve(int port, String greeting, Answers answers) throws Exception {
        try (Socket runner = new Socket(InetAddress.getLoopbackAddress(), port);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(runner.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(runner.getOutputStream(), true, StandardCharsets.UTF_8)) {
            out.println(greeting);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(answers.answer(line));
            }
        }
    }
}
