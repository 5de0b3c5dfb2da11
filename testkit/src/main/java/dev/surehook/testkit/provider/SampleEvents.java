package dev.surehook.testkit.provider;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Realistic events of one provider, each with an id and values of its own. Thread-safe.
 *
 * <p>Some types come in variants, such as a message as text and as image; they take turns, or are asked for as
 * {@code TYPE@VARIANT}.
 */
public final class SampleEvents {
    private final Platform platform;
    private final InstantSource clock;
    private final Map<String, List<String>> variants = new LinkedHashMap<>();
    private final Map<String, Template> templates = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();

    SampleEvents(Platform platform, InstantSource clock) {
        this.platform = platform;
        this.clock = clock;
        Template.resource(platform.folder() + "/types.txt").lines().forEach(line -> {
            List<String> words = List.of(line.split(" "));
            variants.put(words.get(0), words.subList(1, words.size()));
        });
    }

    /**
     * The samples of a built-in fake provider.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public static SampleEvents of(String provider) {
        return new SampleEvents(Platform.named(provider), InstantSource.system());
    }

    /** Every type that has a sample. */
    public List<String> types() {
        return List.copyOf(variants.keySet());
    }

    /** The variants of a type, none for a type that has just one form or is not known. */
    public List<String> variants(String type) {
        return variants.getOrDefault(type, List.of());
    }

    /** A fresh event of the next type; all types take turns. */
    public SampleEvent next() {
        return event(inTurn("", types()));
    }

    /**
     * A fresh event.
     *
     * @param type as the provider names it, or {@code TYPE@VARIANT}; a type without a sample gets the provider's
     *     envelope with a small object, as a type would that the provider adds one day
     */
    public SampleEvent event(String type) {
        return event(type, platform.freshId());
    }

    /** As {@link #event(String)}, under a given id: with an id that was sent before, this is the same id with another body. */
    public SampleEvent event(String type, String id) {
        int at = type.indexOf('@');
        String bare = at < 0 ? type : type.substring(0, at);
        byte[] body =
                template(bare, at < 0 ? "" : type.substring(at + 1)).fill(new FreshValues(id, bare, clock.instant()));
        return new SampleEvent(id, bare, body);
    }

    private Template template(String type, String variant) {
        if (!variants.containsKey(type)) {
            return read("unlisted");
        }
        List<String> forms = variants(type);
        if (!variant.isEmpty() && !forms.contains(variant)) {
            throw new IllegalArgumentException(type + " has no variant " + variant + "; it has " + forms);
        }
        if (forms.isEmpty()) {
            return read(type);
        }
        return read(type + "@" + (variant.isEmpty() ? inTurn(type, forms) : variant));
    }

    private Template read(String file) {
        return templates.computeIfAbsent(file, name -> Template.read(platform.folder() + "/" + name + ".json"));
    }

    private String inTurn(String what, List<String> all) {
        int turn = turns.computeIfAbsent(what, first -> new AtomicInteger()).getAndIncrement();
        return all.get(Math.floorMod(turn, all.size()));
    }
}
