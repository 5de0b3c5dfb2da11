package dev.surehook.testkit.outbox;

import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.SealedSecrets;
import dev.surehook.engine.secret.Resealing;
import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.engine.secret.SecretSealer;
import dev.surehook.engine.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A process that seals anew, and halts before it would rewrite one more than it may. Its exit code is 0 at the end. */
final class ResealProgram {
    static final int HALTED = 9;

    private ResealProgram() {}

    public static void main(String[] arguments) {
        SqliteStore store = SqliteStore.open(Path.of(arguments[0]), InstantSource.system());
        SealedSecrets secrets =
                new Mortal(store.sending().endpoints().secrets(), Integer.parseInt(arguments[2]), arguments[3]);
        Resealing resealing = new Resealing(secrets, new SecretSealer(SealingKeys.parse(arguments[1])));
        Optional<SealedSecrets.Place> place = Optional.of(SealedSecrets.Place.BEFORE_ALL);
        while (place.isPresent()) {
            place = resealing.step(place.get(), 4).next();
        }
        Runtime.getRuntime().halt(0);
    }

    /** Halts around a rewrite, once {@code left} of them are done. */
    private static final class Mortal implements SealedSecrets {
        private final SealedSecrets secrets;
        private final boolean before;
        private int left;

        Mortal(SealedSecrets secrets, int left, String when) {
            this.secrets = secrets;
            this.left = left;
            this.before = when.equals("before");
        }

        @Override
        public List<Kept> page(Place after, int most) {
            return secrets.page(after, most);
        }

        @Override
        public boolean replace(Kept kept, String sealed) {
            if (left == 0 && before) {
                Runtime.getRuntime().halt(HALTED);
            }
            boolean replaced = secrets.replace(kept, sealed);
            if (left-- == 0) {
                Runtime.getRuntime().halt(HALTED);
            }
            return replaced;
        }
    }

    /** Its exit code. */
    static int run(Path folder, String keys, int mostRewrites, String when) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ResealProgram.class.getName(),
                        folder.toString(),
                        keys,
                        Integer.toString(mostRewrites),
                        when)
                .inheritIO()
                .start();
        return process.waitFor();
    }

    /** Whose secret it is, for a test that looks at what is kept. */
    static String opened(SecretSealer sealer, SealedSecrets.Kept kept) {
        EndpointRef ref = kept.ref();
        return sealer.open(kept.sealed(), ref, kept.place().version()).reveal();
    }
}
