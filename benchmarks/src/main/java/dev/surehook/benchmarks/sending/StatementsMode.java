package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.Report;
import dev.surehook.benchmarks.sending.contender.Contenders;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What PostgreSQL is asked to do for a delivery, as it logs it itself: statements by how they begin, transactions that
 * write, and the rows that it counted. Nothing is timed.
 */
final class StatementsMode implements Mode {
    /** By contender, where its attempts are on record. */
    private static final Map<String, String> ATTEMPTS =
            Map.of(Contenders.POSTGRESQL, "surehook_delivery_attempt", Contenders.DB_SCHEDULER, "attempt");

    private static final String WRITING_TRANSACTIONS = "select txid_current()";

    @Override
    public List<String> postgresSettings() {
        return List.of("log_statement=all", "log_line_prefix=" + StatementLog.PREFIX);
    }

    @Override
    public void run(Bench bench, Report report) throws Exception {
        int events = bench.settings().events();
        for (String name : bench.settings().contenders()) {
            String attempts = ATTEMPTS.get(name);
            if (attempts != null) {
                count(bench, report, name, events);
                report.table("Rows that PostgreSQL counted: " + name, RowCounts.of(bench.jdbcUrl(name), attempts));
            }
        }
    }

    private static void count(Bench bench, Report report, String name, int events) throws Exception {
        ContenderProcess contender = bench.start(name);
        contender.warmUp(bench.settings().warmup());
        Seen start = seen(bench, name);
        contender.store(events);
        Seen stored = seen(bench, name);
        contender.send(events);
        Seen sent = seen(bench, name);
        contender.close();
        StatementLog sending = sent.log.since(stored.log);
        report.table(
                "What PostgreSQL is asked for: " + name,
                "%,d events, %,d endpoints; per delivery.\n\n"
                                .formatted(events, bench.settings().endpoints())
                        + line("to store it, in lists of 500", start, stored, events)
                        + line("to send it", stored, sent, events)
                        + "\n"
                        + sending.table(events));
    }

    private static Seen seen(Bench bench, String name) throws IOException, SQLException {
        Path file = bench.scratch().dir().resolve("postgresql.log");
        try (Connection connection = DriverManager.getConnection(bench.jdbcUrl(name));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(WRITING_TRANSACTIONS)) {
            row.next();
            return new Seen(StatementLog.read(file, Bench.database(name)), row.getLong(1));
        }
    }

    private static String line(String what, Seen before, Seen after, int events) {
        return String.format(
                Locale.ROOT,
                "- %s: %.3f statements, %.4f transactions that write%n",
                what,
                (double) after.log.since(before.log).statements() / events,
                (double) (after.transactions - before.transactions - 1) / events);
    }

    /** @param transactions that wrote until then; asking counts as one */
    private record Seen(StatementLog log, long transactions) {}
}
