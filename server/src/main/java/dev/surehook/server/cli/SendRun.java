package dev.surehook.server.cli;

import dev.surehook.testkit.provider.Answer;
import dev.surehook.testkit.provider.HttpSender;
import dev.surehook.testkit.provider.ProviderRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/** One run of {@code send}: posts, prints, counts. */
final class SendRun {
    private static final int TYPE_WIDTH = 38;

    private final PrintWriter out;
    private final Ansi ansi;
    private final Receiver receiver;
    private final boolean refusalExpected;
    private final long nanosBetween;
    private final List<Long> millis = new ArrayList<>();
    private long nextTurn = System.nanoTime();
    private int sent;
    private int asExpected;

    /** Where requests go, and what takes them there. */
    record Receiver(URI url, HttpSender sender) {}

    SendRun(PrintWriter out, Ansi ansi, Receiver receiver, boolean refusalExpected, @Nullable Double rate) {
        this.out = out;
        this.ansi = ansi;
        this.receiver = receiver;
        this.refusalExpected = refusalExpected;
        this.nanosBetween = rate == null ? 0 : (long) (TimeUnit.SECONDS.toNanos(1) / rate);
    }

    void send(ProviderRequest request, boolean repeated) throws InterruptedException {
        awaitTurn();
        sent++;
        try {
            Answer answer = receiver.sender().post(receiver.url(), request);
            boolean expected = refusalExpected ? answer.status() == 401 : answer.isSuccess();
            asExpected += expected ? 1 : 0;
            millis.add(answer.took().toMillis());
            print(
                    Integer.toString(answer.status()),
                    request,
                    answer.took().toMillis() + " ms" + (repeated ? "  repeated" : "")
                            + NoAnswer.wrongScheme(answer.status(), answer.body())
                                    .map(advice -> "  " + advice)
                                    .orElse(""),
                    expected);
        } catch (IOException e) {
            print("---", request, "no answer: " + NoAnswer.why(e), false);
        }
    }

    /** Prints the summary; the exit code. */
    int finish() {
        String expectation = refusalExpected ? "401" : "2xx";
        String summary = sent + " sent, " + asExpected + " answered " + expectation + " as expected";
        if (asExpected < sent) {
            summary += ", " + (sent - asExpected) + " not";
        }
        if (!millis.isEmpty()) {
            millis.sort(null);
            summary += "; median " + millis.get(millis.size() / 2) + " ms, slowest " + millis.get(millis.size() - 1)
                    + " ms";
        }
        out.println();
        out.println(Table.painted(summary, asExpected == sent ? "green" : "red", ansi));
        out.flush();
        return asExpected == sent ? 0 : 1;
    }

    private void print(String status, ProviderRequest request, String took, boolean expected) {
        String line = Table.padded(Printable.line(request.type()), TYPE_WIDTH) + "  "
                + Table.padded(Printable.line(request.id()), 36) + "  " + took
                + (expected ? "" : "  (expected " + (refusalExpected ? "401" : "2xx") + ")");
        out.println(Table.painted(status, expected ? "green" : "red", ansi) + "  " + line);
        out.flush();
    }

    /** A slow receiver delays what follows; the lost time is not made up for by going faster than the rate. */
    private void awaitTurn() throws InterruptedException {
        long wait = nextTurn - System.nanoTime();
        if (wait > 0) {
            TimeUnit.NANOSECONDS.sleep(wait);
        }
        nextTurn = Math.max(nextTurn, System.nanoTime()) + nanosBetween;
    }
}
