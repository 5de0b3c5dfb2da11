package dev.surehook.benchmarks.sending;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateTableTest {

    private static Series<Sample> series(String label, int... rates) {
        return new Series<>(
                label,
                IntStream.of(rates)
                        .mapToObj(rate -> new Sample(rate, Duration.ofSeconds(1), Duration.ofMillis(rate)))
                        .toList());
    }

    @Test
    void ratiosAreTakenWithinRounds() {
        List<Series<Sample>> all = List.of(
                series("surehook-postgresql", 400, 100, 900),
                series("db-scheduler", 100, 50, 300),
                series("bare", 800, 400, 900));

        assertThat(RateTable.render(all).lines())
                .contains(
                        "| surehook-postgresql | 400 (100–900) | 3.00 (2.00–4.00) | 0.50 (0.25–1.00) | 1000 |",
                        "| bare | 800 (400–900) | 8.00 (3.00–8.00) | 1.00 (1.00–1.00) | 1000 |");
    }

    @Test
    void whatDidNotRunIsNotComparedWith() {
        assertThat(RateTable.render(List.of(series("surehook-sqlite", 400))))
                .contains("| surehook-sqlite | 400 (400–400) | – | – | 1000 |");
    }
}
