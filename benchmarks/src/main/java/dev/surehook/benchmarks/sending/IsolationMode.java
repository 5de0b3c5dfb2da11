package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.Report;
import java.io.IOException;
import java.util.List;

/**
 * What an endpoint that takes connections and never answers, with many deliveries waiting, costs the other endpoints: the time
 * from publishing to the receiver beside that of the same node without such an endpoint.
 */
final class IsolationMode implements Mode {

    @Override
    public void run(Bench bench, Report report) throws IOException {
        SendingSettings settings = bench.settings();
        for (String name : Surehooks.among(settings.contenders())) {
            ContenderProcess undisturbed = bench.start(name, name, settings.endpoints());
            ContenderProcess disturbed = bench.start(name + "-disturbed", name, settings.endpoints());
            for (ContenderProcess contender : List.of(undisturbed, disturbed)) {
                contender.warmUp(settings.warmup());
            }
            disturbed.hang(settings.hanging());
            List<Series<Latencies>> found = Series.of(
                    settings.rounds(),
                    List.of(undisturbed, disturbed),
                    contender -> contender.singles(settings.singles()));
            report.table("Beside an endpoint that hangs: " + name, table(settings, found));
            undisturbed.close();
            disturbed.close();
        }
    }

    private static String table(SendingSettings settings, List<Series<Latencies>> found) {
        Series<Latencies> undisturbed = found.get(0);
        Series<Latencies> disturbed = found.get(1);
        return LatencyMode.how(settings)
                + " %,d deliveries wait for the endpoint that hangs.\n\n".formatted(settings.hanging())
                + "| node | median | p99 | greatest |\n|---|---:|---:|---:|\n"
                + LatencyMode.row(undisturbed)
                + LatencyMode.row(disturbed)
                + "\nDisturbed ÷ undisturbed: median "
                + Series.bracketed("%.2f", disturbed.ratioTo(undisturbed, Latencies::median))
                + ", p99 " + Series.bracketed("%.2f", disturbed.ratioTo(undisturbed, Latencies::p99)) + ".\n";
    }
}
