package dev.surehook.benchmarks.handled.contender;

import java.util.List;
import java.util.stream.IntStream;

/** One piece of work. Its whole effect is a row with its id. */
public record Item(String id, String note) {
    private static final String NOTE = "Could you tell me when my order arrives? It was number ";

    /** Items whose ids begin with {@code prefix}, the same for every contender. */
    public static List<Item> series(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Item(prefix + "-" + i, NOTE + i))
                .toList();
    }
}
