package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How many deliveries a second each contender makes of what waits. */
final class RateMode implements Mode {

    @Override
    public void run(Bench bench, Report report) throws IOException {
        SendingSettings settings = bench.settings();
        List<ContenderProcess> contenders = new ArrayList<>();
        for (String name : settings.contenders()) {
            ContenderProcess contender = bench.start(name);
            contenders.add(contender);
            contender.warmUp(settings.warmup());
        }
        List<Series<Sample>> found =
                Series.of(settings.rounds(), contenders, contender -> contender.rate(settings.events()));
        report.table("Deliveries, sent and recorded", settings.how() + "\n\n" + RateTable.render(found));
    }
}
