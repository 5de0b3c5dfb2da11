package dev.surehook.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ContenderCatalogueTest {

    @Test
    void theShippedCatalogueHasTheSameReceiversOnEachStore() throws IOException {
        List<Contender> contenders = ContenderCatalogue.read(Path.of("contenders.properties"));
        assertThat(contenders)
                .extracting(Contender::name)
                .containsExactly(
                        "spring-sqlite",
                        "express-sqlite",
                        "surehook-sqlite",
                        "surehook-sqlite-alone",
                        "spring-postgresql",
                        "express-postgresql",
                        "surehook-postgresql",
                        "surehook-postgresql-alone");
        // 'engine' fills before the start and is no preloader of a running receiver.
        assertThat(contenders)
                .filteredOn(contender -> !contender.preload().equals("engine"))
                .allSatisfy(contender -> Preloader.named(contender.preload()));
        assertThat(contenders)
                .filteredOn(contender -> !contender.name().endsWith("-alone"))
                .allMatch(
                        contender -> Stream.of("spring", "express", "surehook").anyMatch(contender::isOfKind));
    }

    @Test
    void aPlaceholderMayStandForNoWordOrForSeveral() {
        Placeholders values =
                new Placeholders(Map.of("jvm", List.of("-Xms1g", "-Xmx1g"), "none", List.of(), "dir", List.of("/a b")));
        assertThat(values.expandWords("java {jvm} {none} --db  sqlite:{dir}/x"))
                .containsExactly("java", "-Xms1g", "-Xmx1g", "--db", "sqlite:/a b/x");
    }

    @Test
    void theSpreadOfAnEvenCountHasTheMeanOfTheMiddleTwoAsItsMedian() {
        assertThat(Spread.of(new double[] {4, 1, 3, 2})).isEqualTo(new Spread(2.5, 1, 4));
        assertThat(Spread.of(new double[] {9, 1, 5})).isEqualTo(new Spread(5, 1, 9));
    }
}
