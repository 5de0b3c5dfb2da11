package dev.surehook.benchmarks;

import java.util.List;

/**
 * Compares receivers by how they accept events. {@link Settings} lists the arguments; {@code docs/benchmarks.md}
 * explains the method. The load client runs in this process, for every receiver alike, so its code is warm from the
 * first counted run on.
 */
public final class AcceptBenchmark {

    private AcceptBenchmark() {}

    public static void main(String[] args) throws Exception {
        Settings settings = Settings.parse(args);
        List<Scenario> scenarios =
                settings.scenarios().stream().map(Scenario::named).toList();
        List<Contender> contenders = ContenderCatalogue.read(settings.contendersFile()).stream()
                .filter(settings::includes)
                .toList();
        Report report = Report.create(settings);
        for (Scenario scenario : scenarios) {
            for (Store store : Store.values()) {
                List<Contender> ofStore = contenders.stream()
                        .filter(contender -> contender.store() == store)
                        .toList();
                if (!ofStore.isEmpty()) {
                    runAlone(settings, scenario, ofStore, report);
                }
            }
        }
        System.out.println("written to " + report.file());
    }

    /** A workbench of its own, so that nothing of the comparison before still runs. */
    private static void runAlone(Settings settings, Scenario scenario, List<Contender> contenders, Report report)
            throws Exception {
        Workbench bench = Workbench.open(settings);
        Thread onInterrupt = new Thread(bench::close);
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try (bench) {
            scenario.run(bench, contenders, report);
        }
        Runtime.getRuntime().removeShutdownHook(onInterrupt);
    }
}
