package dev.surehook.benchmarks;

import dev.surehook.benchmarks.load.IdOrder;
import java.io.IOException;
import java.time.Duration;

/** Fills through the intake: needs no knowledge of the tables, and takes as long as the receiver takes. */
final class IntakePreloader implements Preloader {

    private static final Load BURST = new Load(256, 0, Duration.ZERO, Duration.ofSeconds(10), IdOrder.RANDOM);

    @Override
    public long preload(Receiver receiver, long events) throws IOException {
        long stored = 0;
        while (stored < events) {
            long more = receiver.load(BURST).result().acknowledged();
            if (more == 0) {
                throw new IOException(receiver.label() + " accepts nothing");
            }
            stored += more;
            System.out.printf("%s holds %d of %d events%n", receiver.label(), stored, events);
        }
        return 0;
    }
}
