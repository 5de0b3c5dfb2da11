package dev.surehook.server.api;

import dev.surehook.engine.endpoint.SealedSecrets.Place;
import dev.surehook.engine.secret.Resealing;
import dev.surehook.engine.secret.SecretSealer;
import dev.surehook.server.sending.SendingSide;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The keys under which signing secrets are kept: which are needed, and sealing anew with the newest. The operator's. */
@RestController
@RequestMapping("/v1/sealing-keys")
class SealingKeysController {
    /** A step is answered within a second or so, also on a slow disk. */
    private static final int MOST = 200;

    private static final Pattern CURSOR = Pattern.compile("(\\d{1,18})-(\\d{1,9})");

    private final SendingSide sending;

    SealingKeysController(SendingSide sending) {
        this.sending = sending;
    }

    private Resealing resealing() {
        return new Resealing(
                sending.store().endpoints().secrets(), sending.running().sealer());
    }

    /** Those that this node knows, and those that secrets need. */
    @GetMapping
    Keys keys() {
        SecretSealer sealer = sending.running().sealer();
        List<String> known = sealer.keys();
        return new Keys(resealing().needs().entrySet().stream()
                .map(need -> new KeyView(
                        need.getKey(),
                        need.getKey().equals(known.get(0)),
                        known.contains(need.getKey()),
                        need.getValue()))
                .toList());
    }

    /**
     * @param seals whether it is the newest
     * @param known whether this node has it
     * @param secrets how many it opens
     */
    record KeyView(String id, boolean seals, boolean known, long secrets) {}

    record Keys(List<KeyView> keys) {}

    /** One step. The whole is done by calling it again with the cursor, until there is none. */
    @PostMapping("/reseal")
    Resealed reseal(@RequestParam Map<String, String> parameters) {
        QueryValues values = QueryValues.of(parameters, Set.of("cursor", "limit"));
        int limit = values.limit(MOST);
        Optional<Place> from =
                values.read("cursor", SealingKeysController::place, "what next_cursor of the step before said");
        Resealing.Step step = resealing().step(from.orElse(Place.BEFORE_ALL), limit);
        return new Resealed(
                step.lookedAt(),
                step.rewritten(),
                step.unopenable(),
                step.next()
                        .map(place -> place.endpoint() + "-" + place.version())
                        .orElse(null));
    }

    private static Place place(String text) {
        Matcher parts = CURSOR.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no cursor");
        }
        return new Place(Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    /** @param unopenable a line for each that no key of this node opens */
    record Resealed(
            int lookedAt,
            int rewritten,
            List<String> unopenable,
            @Nullable String nextCursor) {}
}
