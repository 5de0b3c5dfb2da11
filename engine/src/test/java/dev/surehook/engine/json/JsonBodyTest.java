package dev.surehook.engine.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {
    private static final List<String> ID = List.of("id");
    private static final List<String> DEEP = List.of("data", "object", "id");

    private static Optional<JsonBody> read(String json) {
        return read(json.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<JsonBody> read(byte[] body) {
        return JsonBody.read(body, List.of(ID, DEEP), JsonBody.Values.TEXTS);
    }

    private static Optional<String> text(String json, List<String> path) {
        return read(json).flatMap(body -> body.text(path));
    }

    @Test
    void texts_are_found_at_the_top_and_further_down() {
        String json = "{\"x\":[{\"id\":\"no\"}],\"data\":{\"id\":\"no\",\"object\":{\"id\":\"deep\"}},\"id\":\"top\"}";

        assertThat(text(json, ID)).contains("top");
        assertThat(text(json, DEEP)).contains("deep");
    }

    @Test
    void of_repeated_keys_the_last_wins_also_when_it_holds_no_text() {
        assertThat(text("{\"id\":\"a\",\"id\":\"b\"}", ID)).contains("b");
        assertThat(text("{\"id\":\"a\",\"id\":null}", ID)).isEmpty();
        assertThat(text("{\"data\":{\"object\":{\"id\":\"a\"}},\"data\":1}", DEEP))
                .isEmpty();
        assertThat(text("{\"data\":{\"object\":{\"id\":\"a\"},\"object\":{}}}", DEEP))
                .isEmpty();
    }

    @Test
    void what_is_no_text_is_no_id() {
        assertThat(text("{\"id\":1}", ID)).isEmpty();
        assertThat(text("{\"id\":{\"id\":\"x\"}}", ID)).isEmpty();
        assertThat(text("[1]", ID)).isEmpty();
        assertThat(text("\"id\"", ID)).isEmpty();
    }

    @Test
    void numbers_and_booleans_are_texts_where_they_are_asked_for() {
        String json = "{\"a\":-7,\"b\":1.50e3,\"c\":true,\"d\":null,\"e\":[1],\"f\":{}}";
        List<List<String>> paths =
                Stream.of("a", "b", "c", "d", "e", "f").map(List::of).toList();

        assertThat(texts(json, paths, JsonBody.Values.TEXTS)).isEmpty();
        assertThat(texts(json, paths, JsonBody.Values.TEXTS_AND_WHOLE_NUMBERS)).containsExactly("-7");
        assertThat(texts(json, paths, JsonBody.Values.SCALARS)).containsExactly("-7", "1.50e3", "true");
    }

    private static List<String> texts(String json, List<List<String>> paths, JsonBody.Values values) {
        JsonBody body = JsonBody.read(json.getBytes(StandardCharsets.UTF_8), paths, values)
                .orElseThrow();
        return paths.stream().map(body::text).flatMap(Optional::stream).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{}x",
                "{} {}",
                "{\"id\":\"a\"",
                "{\"id\":01}",
                "{'id':'a'}",
                "nul",
                "{\"a\":\"\n\"}",
                "{\"id\":\"a\"}\u0000",
                "{\"a\":NaN}",
                "// x\n{}",
                "{,}"
            })
    void what_is_not_one_whole_document_is_unusable(String junk) {
        assertThat(read(junk)).isEmpty();
    }

    @Test
    void malformed_utf_8_is_unusable_wherever_it_stands() {
        byte[] body = "{\"id\":\"a\",\"x\":\"??\"}".getBytes(StandardCharsets.US_ASCII);
        body[16] = (byte) 0xc3;
        body[17] = (byte) 0x28;
        assertThat(read(body)).isEmpty();
        assertThat(read("{\"id\":\"a\"}".getBytes(StandardCharsets.UTF_16BE))).isEmpty();
        assertThat(text("\ufeff{\"id\":\"\ud83d\ude00…\"}", ID)).contains("\ud83d\ude00…");
    }

    @ParameterizedTest
    @ValueSource(ints = {1_001, 10_000, 500_000})
    void C8_deep_nesting_is_refused_and_the_thread_survives(int depth) {
        assertThat(read("{\"id\":\"a\",\"x\":" + "[".repeat(depth) + "]".repeat(depth) + "}"))
                .isEmpty();
        assertThat(text("{\"id\":\"a\"}", ID)).contains("a");
    }

    @Test
    void C9_numbers_of_any_size_are_passed_over_and_never_converted() {
        assertThat(text(
                        "{\"n\":9007199254740993,\"m\":1.10,\"x\":1E400,\"d\":" + "9".repeat(5_000) + ",\"id\":\"e\"}",
                        ID))
                .contains("e");
    }
}
