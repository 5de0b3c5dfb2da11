package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.Report;
import dev.surehook.benchmarks.Spread;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a claim costs Surehook when much waits, when it came all at once, and when a transaction that is open elsewhere
 * keeps PostgreSQL from clearing away what was worked off, each against a thousand waiting events. Claims alternate between the two databases; in
 * between, untimed, the claimed events are marked as processed and replaced.
 */
final class BacklogMode implements Mode {
    private static final int FEW = 1_000;
    private static final int WARM_UP_SHARE = 2;

    @Override
    public void run(Bench bench, Report report) throws IOException, SQLException {
        WaitingEvents few = database(bench, "few");
        few.add(FEW);
        longBacklog(bench, few, report);
        burst(bench, few, report);
        held(bench, few, report);
    }

    private static WaitingEvents database(Bench bench, String name) {
        return bench.scratch().own(WaitingEvents.in(name, bench.postgres().createDatabase(name)));
    }

    private static void longBacklog(Bench bench, WaitingEvents few, Report report) throws IOException, SQLException {
        HandledSettings settings = bench.settings();
        WaitingEvents many = database(bench, "many");
        many.add(settings.waiting());
        few.tidy();
        many.tidy();
        report(report, "%,d waiting events".formatted(settings.waiting()), compare(settings, few, many));
    }

    private static void burst(Bench bench, WaitingEvents few, Report report) throws IOException, SQLException {
        HandledSettings settings = bench.settings();
        WaitingEvents sudden = database(bench, "sudden");
        // Statistics of many pages without a row: the least that PostgreSQL can expect of the table.
        sudden.add(settings.worked());
        sudden.workOff(settings.worked());
        sudden.freezeStatistics();
        int waiting = settings.waiting() / 10;
        sudden.add(waiting);
        few.tidy();
        report(
                report,
                "%,d waiting events that came all at once into a table worked off before".formatted(waiting),
                compare(settings, few, sudden));
    }

    private static void held(Bench bench, WaitingEvents few, Report report) throws IOException, SQLException {
        HandledSettings settings = bench.settings();
        WaitingEvents held = database(bench, "held");
        held.add(FEW + settings.worked());
        held.tidy();
        try (OpenTransaction open = OpenTransaction.begin(held.jdbcUrl())) {
            held.workOff(settings.worked());
            few.tidy();
            held.tidy();
            Map<String, List<Claims>> found = compare(settings, few, held);
            open.requireOpen();
            report(
                    report,
                    "%,d waiting events, while a transaction is open since before %,d others were worked off"
                            .formatted(FEW, settings.worked()),
                    found);
        }
    }

    private static Map<String, List<Claims>> compare(HandledSettings settings, WaitingEvents few, WaitingEvents other) {
        claims(few, other, settings.claims() / WARM_UP_SHARE);
        Map<String, List<Claims>> found = new LinkedHashMap<>();
        List<Claims> rounds = new ArrayList<>();
        for (int round = 0; round < settings.rounds(); round++) {
            rounds.add(claims(few, other, settings.claims()));
        }
        found.put("of a running process", rounds);
        List<Claims> first = new ArrayList<>();
        for (int round = 0; round < settings.rounds(); round++) {
            few.restart();
            other.restart();
            first.add(claims(few, other, 1));
        }
        found.put("the first of a process", first);
        return found;
    }

    private static Claims claims(WaitingEvents few, WaitingEvents other, int count) {
        long[] ofFew = new long[count];
        long[] ofOther = new long[count];
        for (int i = 0; i < count; i++) {
            ofFew[i] = few.takeAndReplace();
            ofOther[i] = other.takeAndReplace();
        }
        Arrays.sort(ofFew);
        Arrays.sort(ofOther);
        return new Claims(ofFew, ofOther);
    }

    private static void report(Report report, String other, Map<String, List<Claims>> found) throws IOException {
        StringBuilder table = new StringBuilder(
                        "Claims of 16 events, milliseconds: median and p99, each the median over")
                .append(" the rounds; the ratio is of the medians (least–greatest).\n\n")
                .append("| claims | %,d waiting: median | p99 | %s: median | p99 | ratio |\n".formatted(FEW, other))
                .append("|---|---:|---:|---:|---:|---:|\n");
        found.forEach((which, rounds) -> table.append(row(which, rounds)));
        report.table("The cost of a claim: " + other, table.toString());
    }

    private static String row(String which, List<Claims> rounds) {
        Spread ratio = Spread.of(IntStream.range(0, rounds.size())
                .mapToDouble(i -> rounds.get(i).ratio())
                .toArray());
        return String.format(
                Locale.ROOT,
                "| %s | %.2f | %.2f | %.2f | %.2f | %s |%n",
                which,
                median(rounds.stream()
                        .mapToDouble(claims -> Claims.percentile(claims.few(), 50))
                        .toArray()),
                median(rounds.stream()
                        .mapToDouble(claims -> Claims.percentile(claims.few(), 99))
                        .toArray()),
                median(rounds.stream()
                        .mapToDouble(claims -> Claims.percentile(claims.other(), 50))
                        .toArray()),
                median(rounds.stream()
                        .mapToDouble(claims -> Claims.percentile(claims.other(), 99))
                        .toArray()),
                RateTable.bracketed("%.2f", ratio));
    }

    private static double median(double[] values) {
        return Spread.of(values).median();
    }

    /** How long the claims of one round took, in nanoseconds, sorted. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Claims(long[] few, long[] other) {

        double ratio() {
            return percentile(other, 50) / percentile(few, 50);
        }

        /** Milliseconds. */
        static double percentile(long[] sorted, int percent) {
            return sorted[Math.max(0, (int) Math.ceil(sorted.length * percent / 100.0) - 1)] / 1e6;
        }
    }
}
