package dev.surehook.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.signatures.Secret;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndpointJudgeTest {
    private static final String URL = "https://example.test/hook";

    private final List<String> asked = new ArrayList<>();
    private final EndpointJudge judge = new EndpointJudge(Profiles.STANDARD, (url, rules) -> {
        asked.add(url);
        return url.startsWith("https:") || !rules.httpsOnly()
                ? List.of()
                : List.of(new Fault("url", "https-only", "the url is not https"));
    });

    private static EndpointDraft draft(String url, String name, List<String> types, Map<String, String> headers) {
        return new EndpointDraft(url, name, types, Optional.empty(), headers, LaneLimits.STANDARD);
    }

    private List<String> rules(EndpointDraft draft) {
        return judge.faults(draft).stream()
                .map(fault -> fault.field() + " " + fault.rule())
                .toList();
    }

    @Test
    void a_plain_endpoint_has_no_faults() {
        assertThat(judge.faults(new EndpointDraft(URL))).isEmpty();
        assertThat(judge.faults(draft(URL, "Für uns: \"<b>\"", List.of("order.*", "*", "x"), Map.of("X-A", "b"))))
                .isEmpty();
    }

    @Test
    void all_faults_are_named_at_once_in_the_order_of_the_fields() {
        EndpointDraft draft = draft(
                "http://example.test/",
                "a\n".repeat(51),
                List.of("ok", " ", "a b", "x".repeat(256)),
                Map.of("Host", "x", "X-A", "b\r\n"));

        assertThat(rules(draft))
                .containsExactly(
                        "url https-only",
                        "name name-length",
                        "name control-character",
                        "types[1] missing",
                        "types[2] type-white-space",
                        "types[3] type-length",
                        "headers.Host reserved-header",
                        "headers.X-A header-control-character");
    }

    @Test
    void a_url_that_is_missing_or_too_long_is_not_looked_at_any_further() {
        assertThat(rules(new EndpointDraft(" "))).containsExactly("url missing");
        assertThat(judge.faults(new EndpointDraft(URL + "?" + "ZZZ9".repeat(600))))
                .containsExactly(new Fault("url", "url-length", "the url has 2426 characters, and 2048 are the most"));
        assertThat(asked).isEmpty();

        assertThat(rules(new EndpointDraft(URL + "?" + "a".repeat(2_022)))).isEmpty();
        assertThat(asked).hasSize(1);
    }

    @Test
    void a_name_is_counted_in_characters_as_people_do() {
        assertThat(rules(draft(URL, "😀".repeat(100), List.of(), Map.of()))).isEmpty();
        assertThat(rules(draft(URL, "😀".repeat(101), List.of(), Map.of()))).containsExactly("name name-length");
    }

    @Test
    void there_are_100_types_at_most() {
        assertThat(rules(draft(URL, "", Collections.nCopies(100, "a"), Map.of())))
                .isEmpty();
        assertThat(rules(draft(URL, "", Collections.nCopies(101, " "), Map.of())))
                .containsExactly("types too-many");
    }

    @Test
    void a_secret_brought_along_is_judged_by_the_profiles_form() {
        assertThat(judge.faults(Profiles.STANDARD.secrets().form().make())).isEmpty();
        assertThat(judge.faults(Secret.of("whsec_")))
                .singleElement()
                .returns("secret", Fault::field)
                .returns("secret-form", Fault::rule);
    }
}
