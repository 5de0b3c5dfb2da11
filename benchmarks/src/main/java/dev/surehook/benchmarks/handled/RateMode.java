package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.Report;
import dev.surehook.benchmarks.handled.contender.Run;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How many items a second each contender works off, those that wait in a backlog and those that are just submitted. */
final class RateMode implements Mode {
    /** Of the whole server, on which the other contenders are idle. Statistics of commits come seconds late; this does not. */
    private static final String WRITING_TRANSACTIONS = "select txid_current()";

    @Override
    public void run(Bench bench, Report report) throws IOException, SQLException {
        HandledSettings settings = bench.settings();
        List<ContenderProcess> contenders = new ArrayList<>();
        for (String name : settings.contenders()) {
            ContenderProcess contender = bench.start(name);
            contenders.add(contender);
            System.out.println("warming up " + contender.library());
            contender.ask("warm", "w", settings.warmup().toSeconds());
        }
        String how = "%,d items, %d rounds, warm-up %d s; medians over the rounds (least–greatest)."
                .formatted(
                        settings.items(), settings.rounds(), settings.warmup().toSeconds());
        report.table(
                "A backlog is worked off",
                how + "\n\n" + new RateTable(false).render(rounds(settings, contenders, "backlog")));
        report.table(
                "Submitted by 16 threads and worked off",
                how + "\n\n" + new RateTable(true).render(rounds(settings, contenders, "submit")));
    }

    private static List<Series> rounds(HandledSettings settings, List<ContenderProcess> contenders, String command)
            throws IOException, SQLException {
        List<Series> all = contenders.stream()
                .map(contender -> new Series(contender, new ArrayList<>()))
                .toList();
        for (int round = 0; round < settings.rounds(); round++) {
            for (int i = 0; i < all.size(); i++) {
                Series next = all.get((round + i) % all.size());
                Sample sample = sample(next.contender(), command, command + round, settings.items());
                next.samples().add(sample);
                System.out.printf(
                        "round %d %s %s: %.0f/s, %.0f/s from the first handler on, %.0f µs CPU, %.2f writes, %d calls%n",
                        round + 1,
                        command,
                        next.contender().name(),
                        sample.run().rate(),
                        sample.run().rateOfHandling(),
                        sample.processorMicrosPerItem(),
                        (double) sample.writes() / sample.run().items(),
                        sample.run().calls());
            }
        }
        return all;
    }

    private static Sample sample(ContenderProcess contender, String command, String prefix, int items)
            throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection(contender.jdbcUrl());
                Statement statement = connection.createStatement()) {
            Duration processorBefore = contender.processorTime();
            long writesBefore = number(statement, WRITING_TRANSACTIONS);
            Run run = Run.parse(contender.ask(command, prefix, items));
            Sample sample = new Sample(
                    run,
                    contender.processorTime().minus(processorBefore),
                    number(statement, WRITING_TRANSACTIONS) - writesBefore - 1);
            requireEachOnce(contender, statement, prefix, items);
            return sample;
        }
    }

    private static void requireEachOnce(ContenderProcess contender, Statement statement, String prefix, int items)
            throws SQLException {
        long effects = number(statement, "select count(*) from effect");
        long own = number(statement, "select count(*) from effect where item_id like '" + prefix + "-%'");
        if (effects != items || own != items) {
            throw new IllegalStateException(
                    contender.name() + " left " + effects + " effects, " + own + " of them of " + items + " items");
        }
    }

    private static long number(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
