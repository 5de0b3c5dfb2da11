package dev.surehook.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadFilterTest {
    private static final PayloadFilter PAID =
            PayloadFilter.parse("{\"data.status\":[\"paid\",\"refunded\"],\"live\":[true]}");

    private static boolean accepts(PayloadFilter filter, String body) {
        return filter.accepts(body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void each_place_must_hold_one_of_its_values() {
        assertThat(accepts(PAID, "{\"live\":true,\"data\":{\"status\":\"paid\"}}"))
                .isTrue();
        assertThat(accepts(PAID, "{\"data\":{\"status\":\"refunded\",\"x\":[]},\"live\":true}"))
                .isTrue();
        assertThat(accepts(PAID, "{\"live\":true,\"data\":{\"status\":\"open\"}}"))
                .isFalse();
        assertThat(accepts(PAID, "{\"live\":false,\"data\":{\"status\":\"paid\"}}"))
                .isFalse();
        assertThat(accepts(PAID, "{\"data\":{\"status\":\"paid\"}}")).isFalse();
        assertThat(accepts(PAID, "{\"live\":true,\"data\":[{\"status\":\"paid\"}]}"))
                .isFalse();
        assertThat(accepts(PAID, "{\"live\":true,\"status\":\"paid\",\"data\":{\"x\":{\"status\":\"paid\"}}}"))
                .isFalse();
    }

    @Test
    void of_repeated_members_the_last_counts() {
        PayloadFilter filter = PayloadFilter.parse("{\"data.status\":[\"paid\"]}");

        assertThat(accepts(filter, "{\"data\":{\"status\":\"open\",\"status\":\"paid\"}}"))
                .isTrue();
        assertThat(accepts(filter, "{\"data\":{\"status\":\"paid\",\"status\":\"open\"}}"))
                .isFalse();
        assertThat(accepts(filter, "{\"data\":{\"status\":\"paid\"},\"data\":{}}"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[5]      | 5     | true",
                "[\"5\"]  | 5     | true",
                "[5]      | \"5\" | true",
                "[5]      | 5.0   | false",
                "[1.50]   | 1.50  | true",
                "[100]    | 1e2   | false",
                "[false]  | false | true",
                "[\"null\"] | null | false",
                "[\"\"]   | \"\"  | true",
                "[\"é\"]  | \"\\u00e9\" | true",
                "[\"a\"]  | [\"a\"] | false",
                "[\"a\"]  | {\"a\":\"a\"} | false"
            })
    void values_are_compared_by_their_text(String wanted, String value, boolean accepted) {
        assertThat(accepts(PayloadFilter.parse("{\"v\":" + wanted + "}"), "{\"v\":" + value + "}"))
                .isEqualTo(accepted);
    }

    @Test
    void a_place_may_lie_above_another() {
        PayloadFilter both = PayloadFilter.parse("{\"a\":[1],\"a.b\":[1]}");

        assertThat(accepts(both, "{\"a\":{\"b\":1}}")).isFalse();
        assertThat(accepts(both, "{\"a\":1}")).isFalse();
    }

    @Test
    void what_is_no_json_is_not_accepted_and_nothing_is_thrown() {
        for (String body : new String[] {
            "", "{", "x", "[]", "1", "\"a\"", "{\"live\":true,\"data\":{\"status\":\"paid\"}} x", "\u0000"
        }) {
            assertThat(accepts(PAID, body)).as(body).isFalse();
        }
        assertThat(accepts(PAID, "[".repeat(100_000))).isFalse();
        assertThat(accepts(PAID, "{\"data\":".repeat(100_000))).isFalse();
    }

    @Test
    void a_filter_without_places_accepts_everything() {
        assertThat(accepts(PayloadFilter.parse("{}"), "no JSON")).isTrue();
    }

    @Property
    void whatever_the_bytes_are_nothing_is_thrown(@ForAll byte[] body) {
        assertThat(PAID.accepts(body)).isFalse();
    }

    @Test
    void its_json_is_read_back_as_it_was() {
        PayloadFilter filter = new PayloadFilter(Map.of("b", List.of("z\"\n", "a"), "a.x", List.of("é\\")));

        assertThat(filter.json()).isEqualTo("{\"a.x\":[\"é\\\\\"],\"b\":[\"z\\\"\\n\",\"a\"]}");
        assertThat(PayloadFilter.parse(filter.json())).isEqualTo(filter).hasSameHashCodeAs(filter);
        assertThat(PayloadFilter.parse("{ \"b\" : [1, true], \"a\":[\"x\"] }").json())
                .isEqualTo("{\"a\":[\"x\"],\"b\":[\"1\",\"true\"]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | object of places",
                "[] | object of places",
                "null | object of places",
                "{ | not valid JSON",
                "{} {} | followed by something else",
                "{\"a\":\"b\"} | place \"a\" needs a list",
                "{\"a\":{\"b\":[1]}} | place \"a\" needs a list",
                "{\"a\":[null]} | one of \"a\" is something else",
                "{\"a\":[[1]]} | one of \"a\" is something else",
                "{\"a\":[1 | not valid JSON",
                "{\"a\":[1],\"a\":[2]} | place \"a\" twice",
                "{\"a\":[]} | \"a\" has 0",
                "{\"\":[1]} | as in data.status",
                "{\"a..b\":[1]} | as in data.status",
                "{\"a.\":[1]} | as in data.status",
                "{\"a\\nb\":1} | place \"a?b\" needs a list",
                "{\"a.b.c.d.e.f.g.h.i.j.k\":[1]} | 1 to 10 names"
            })
    void what_is_no_filter_is_told_in_one_line(String json, String fault) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PayloadFilter.parse(json))
                .withMessageContaining(fault)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void a_filter_has_bounds() {
        Map<String, List<String>> places = new HashMap<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i <= 100; i++) {
            places.put("place" + i, List.of("x"));
            values.add("value" + i);
        }
        String long257 = "x".repeat(257);

        assertThatIllegalArgumentException().isThrownBy(() -> new PayloadFilter(places));
        assertThatIllegalArgumentException().isThrownBy(() -> new PayloadFilter(Map.of("a", values)));
        assertThatIllegalArgumentException().isThrownBy(() -> new PayloadFilter(Map.of("a", List.of(long257))));
        assertThatIllegalArgumentException().isThrownBy(() -> new PayloadFilter(Map.of(long257, List.of("a"))));
    }
}
