package dev.surehook.benchmarks.sending.contender;

import dev.surehook.benchmarks.Control;
import dev.surehook.benchmarks.cli.Arguments;
import dev.surehook.benchmarks.handled.contender.QuietLog;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The process of one contender: {@code --name NAME --db JDBC-URL-OR-FOLDER --ports OF-THE-SINK --silent PORT --endpoints
 * COUNT --control PORT}. Its first line says which file it is from. Then:
 *
 * <pre>
 * warm SECONDS      done
 * store COUNT       done; deliveries wait, and nothing is sent
 * send COUNT        nanoseconds until as many are on record
 * singles COUNT     done; events sent one after the other, whose latency the sink knows
 * hang COUNT        done; deliveries wait for an endpoint that hangs
 * park COUNT        done; deliveries wait for endpoints that are suspended
 * tally 0           what is on record
 * </pre>
 */
public final class ContenderMain {
    private static final String DONE = "done";

    private ContenderMain() {}

    public static void main(String[] args) throws Exception {
        Arguments arguments = Arguments.parse(args, Set.of("name", "db", "ports", "silent", "endpoints", "control"));
        QuietLog.warnOnly();
        Addresses addresses = new Addresses(
                arguments.list("ports", List.of()).stream()
                        .map(Integer::valueOf)
                        .toList(),
                arguments.number("silent", 0),
                arguments.number("endpoints", 1));
        try (Contender contender = Contenders.open(arguments.required("name"), arguments.required("db"), addresses)) {
            Workload workload = new Workload(contender, addresses.endpoints());
            Control.serve(
                    Integer.parseInt(arguments.required("control")),
                    contender.library(),
                    line -> answer(contender, workload, line.split(" ", 2)));
        }
        // Not every library ends all of its threads.
        System.exit(0);
    }

    private static String answer(Contender contender, Workload workload, String[] command) throws Exception {
        int number = Integer.parseInt(command[1]);
        switch (command[0]) {
            case "warm" -> workload.warmUp(Duration.ofSeconds(number));
            case "store" -> workload.store(number);
            case "send" -> {
                return Long.toString(workload.send(number));
            }
            case "singles" -> workload.singles(number);
            case "hang" -> workload.disturbable().hang(number);
            case "park" -> workload.disturbable().park(number);
            case "tally" -> {
                return contender.tally().line();
            }
            default -> throw new IllegalArgumentException("unknown command " + command[0]);
        }
        return DONE;
    }
}
