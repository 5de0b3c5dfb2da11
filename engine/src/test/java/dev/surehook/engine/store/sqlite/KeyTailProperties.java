package dev.surehook.engine.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class KeyTailProperties {

    /** Few distinct low halves, so that keys collide in their slot and are told apart by the high half. */
    @Property(tries = 200)
    void it_holds_what_a_map_holds_also_after_a_part_was_dropped(
            @ForAll @Size(max = 400) List<@LongRange(min = 0, max = 60) Long> lows,
            @ForAll @LongRange(min = 0, max = 400) long dropped) {
        KeyTail tail = new KeyTail();
        Map<List<Long>, Long> expected = new HashMap<>();
        long id = 0;
        for (long low : lows) {
            long high = id % 7;
            id++;
            tail.put(high, low << 20, id);
            expected.put(List.of(high, low << 20), id);
        }
        assertThat(tail.size()).isEqualTo(expected.size());

        tail.dropThrough(dropped);
        expected.values().removeIf(held -> held <= dropped);

        assertThat(tail.size()).isEqualTo(expected.size());
        expected.forEach(
                (key, held) -> assertThat(tail.get(key.get(0), key.get(1))).isEqualTo(held));
        for (long low = 0; low <= 60; low++) {
            for (long high = 0; high < 7; high++) {
                assertThat(tail.get(high, low << 20)).isEqualTo(expected.getOrDefault(List.of(high, low << 20), 0L));
            }
        }
    }

    @Property(tries = 3)
    void it_grows_to_a_hundred_thousand_keys(@ForAll long seed) {
        KeyTail tail = new KeyTail();
        java.util.Random random = new java.util.Random(seed);
        long[][] keys = new long[100_000][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = new long[] {random.nextLong(), random.nextLong()};
            tail.put(keys[i][0], keys[i][1], i + 1);
        }
        for (int i = 0; i < keys.length; i++) {
            assertThat(tail.get(keys[i][0], keys[i][1])).isEqualTo(i + 1);
        }
    }
}
