package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.Report;
import dev.surehook.benchmarks.sending.contender.Contenders;
import java.io.IOException;

/** What deliveries that wait for suspended endpoints cost the others, on PostgreSQL. */
final class ParkedMode implements Mode {

    @Override
    public void run(Bench bench, Report report) throws IOException {
        SendingSettings settings = bench.settings();
        ContenderProcess none = bench.start("none-waiting", Contenders.POSTGRESQL, settings.endpoints());
        ContenderProcess waiting = bench.start("many-waiting", Contenders.POSTGRESQL, settings.endpoints());
        System.out.printf("storing %,d deliveries%n", settings.waiting());
        waiting.park(settings.waiting());
        none.warmUp(settings.warmup());
        waiting.warmUp(settings.warmup());
        PairedRates.report(
                bench,
                report,
                "Beside deliveries that wait for suspended endpoints: " + Contenders.POSTGRESQL,
                none,
                waiting,
                "In the second, %,d more deliveries wait for 100 suspended endpoints.".formatted(settings.waiting()));
    }
}
