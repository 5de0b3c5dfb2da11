package dev.surehook.engine.secret;

import dev.surehook.engine.endpoint.SealedSecrets;
import dev.surehook.engine.endpoint.SealedSecrets.Kept;
import dev.surehook.engine.endpoint.SealedSecrets.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Seals signing secrets anew with the newest key, so that an older one can go. A secret is the same before and after, and
 * each one is rewritten by itself: it may be broken off at any moment and begun again, while nodes send, and several may
 * do it at once. Thread-safe.
 */
public final class Resealing {
    private static final int PAGE = 1_000;

    private final SealedSecrets secrets;
    private final SecretSealer sealer;

    public Resealing(SealedSecrets secrets, SecretSealer sealer) {
        this.secrets = secrets;
        this.sealer = sealer;
    }

    /**
     * What one step did.
     *
     * @param unopenable a line for each secret that no key opens; they stay as they are
     * @param next where the next step begins; nothing after the last one
     */
    public record Step(int lookedAt, int rewritten, List<String> unopenable, Optional<Place> next) {
        public Step {
            unopenable = List.copyOf(unopenable);
        }
    }

    /** Looks at up to {@code most} secrets behind {@code after}, and rewrites those that another key sealed. */
    public Step step(Place after, int most) {
        List<Kept> page = secrets.page(after, most);
        int rewritten = 0;
        List<String> unopenable = new ArrayList<>();
        for (Kept kept : page) {
            try {
                rewritten += rewritten(kept) ? 1 : 0;
            } catch (UnopenableSecret e) {
                unopenable.add(String.valueOf(e.getMessage()));
            }
        }
        Optional<Place> next = page.size() < most
                ? Optional.empty()
                : Optional.of(page.get(most - 1).place());
        return new Step(page.size(), rewritten, unopenable, next);
    }

    private boolean rewritten(Kept kept) {
        String sealed = sealer.reseal(kept.sealed(), kept.ref(), kept.place().version());
        return !sealed.equals(kept.sealed()) && secrets.replace(kept, sealed);
    }

    /** How many secrets need each key, by its id, as of now. Keys that are known here and that none needs have 0. */
    public Map<String, Long> needs() {
        Map<String, Long> needs = new TreeMap<>();
        sealer.keys().forEach(id -> needs.put(id, 0L));
        Optional<Place> place = Optional.of(Place.BEFORE_ALL);
        while (place.isPresent()) {
            List<Kept> page = secrets.page(place.get(), PAGE);
            page.forEach(kept -> needs.merge(SecretSealer.keyOf(kept.sealed()), 1L, Long::sum));
            place = page.size() < PAGE
                    ? Optional.empty()
                    : Optional.of(page.get(PAGE - 1).place());
        }
        return needs;
    }
}
