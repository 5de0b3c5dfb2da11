package dev.surehook.benchmarks.handled.contender;

import dev.surehook.benchmarks.Control;
import dev.surehook.benchmarks.cli.Arguments;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The process of one contender: {@code --name NAME --db JDBC-URL --control PORT}. It connects to the runner on that port,
 * says which file it is from, and then answers each line that it reads with one line:
 *
 * <pre>
 * warm PREFIX SECONDS     done
 * backlog PREFIX COUNT    a run
 * submit PREFIX COUNT     a run
 * latency PREFIX COUNT    pairs of nanoseconds, with a colon between the two
 * </pre>
 *
 * <p>It ends when the connection does.
 */
public final class ContenderMain {

    private ContenderMain() {}

    public static void main(String[] args) throws Exception {
        Arguments arguments = Arguments.parse(args, Set.of("name", "db", "control"));
        QuietLog.warnOnly();
        try (Workload workload = Workload.open(arguments.required("name"), arguments.required("db"))) {
            Control.serve(
                    Integer.parseInt(arguments.required("control")),
                    workload.contender().library(),
                    line -> answer(workload, line.split(" ", 3)));
        }
        // Not every library ends all of its threads.
        System.exit(0);
    }

    private static String answer(Workload workload, String[] command) throws Exception {
        String prefix = command[1];
        int number = Integer.parseInt(command[2]);
        return switch (command[0]) {
            case "warm" -> {
                workload.warmUp(prefix, Duration.ofSeconds(number));
                yield "done";
            }
            case "backlog" -> workload.backlog(prefix, number).line();
            case "submit" -> workload.submissions(prefix, number).line();
            case "latency" ->
                workload.idleLatency(prefix, number).stream()
                        .map(wait -> wait.toHandler() + ":" + wait.toReturn())
                        .collect(Collectors.joining(" "));
            default -> throw new IllegalArgumentException("unknown command " + command[0]);
        };
    }
}
