package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.Report;
import java.io.IOException;

/** What a delivery costs when there are many endpoints. */
final class EndpointsMode implements Mode {

    @Override
    public void run(Bench bench, Report report) throws IOException {
        SendingSettings settings = bench.settings();
        for (String name : Surehooks.among(settings.contenders())) {
            ContenderProcess few = bench.start(name + "-" + settings.endpoints(), name, settings.endpoints());
            ContenderProcess many = bench.start(name + "-" + settings.many(), name, settings.many());
            few.warmUp(settings.warmup());
            many.warmUp(settings.warmup());
            PairedRates.report(
                    bench,
                    report,
                    "Many endpoints: " + name,
                    few,
                    many,
                    "The second has %,d endpoints.".formatted(settings.many()));
            few.close();
            many.close();
        }
    }
}
