package dev.surehook.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Loads receivers in alternating rounds; each round starts with another one. */
record Rounds(int count) {

    List<Series> run(List<Receiver> receivers, Function<Receiver, Load> loads) throws IOException {
        List<Series> series = receivers.stream()
                .map(receiver -> new Series(receiver, new ArrayList<>()))
                .toList();
        for (int round = 0; round < count; round++) {
            for (int i = 0; i < series.size(); i++) {
                Series next = series.get((round + i) % series.size());
                Sample sample = next.receiver().load(loads.apply(next.receiver()));
                next.samples().add(sample);
                System.out.printf(
                        "round %d %s: %.0f/s, p99 %.1f ms, failures %d%n",
                        round + 1,
                        next.receiver().label(),
                        sample.rate(),
                        sample.latency(99),
                        sample.result().failures());
            }
        }
        return series;
    }
}
