package dev.surehook.signatures;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValuesTest {
    @Test
    void headers_keep_lines_in_order_and_ignore_the_case_of_names() {
        Headers headers = Headers.of("B", "1", "a", "2", "b", "3");

        assertThat(headers.values("b")).containsExactly("1", "3");
        assertThat(headers.first("A")).hasValue("2");
        assertThat(headers.first("c")).isEmpty();
        assertThat(headers.lines()).containsExactly(Map.entry("B", "1"), Map.entry("a", "2"), Map.entry("b", "3"));
        assertThat(Headers.of("K", "1").first("\u212a"))
                .as("the Kelvin sign is no k")
                .isEmpty();
    }

    @Test
    void a_header_without_a_value_is_refused() {
        assertThatThrownBy(() -> Headers.of("a", "1", "b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothing_confidential_is_printed() {
        Secret secret = Secret.of("correct horse");
        SignedRequest request = new SignedRequest(
                "POST",
                "https://r.test/?token=battery",
                Headers.of("Authorization", "staple"),
                "customer".getBytes(UTF_8));

        assertThat(secret + " " + request + " " + List.of(secret))
                .doesNotContain("correct", "battery", "staple", "customer")
                .contains("***", "Authorization", "8 bytes");
    }

    @Test
    void secrets_are_equal_by_their_text() {
        assertThat(Secret.of("a"))
                .isEqualTo(Secret.of("a"))
                .hasSameHashCodeAs(Secret.of("a"))
                .isNotEqualTo(Secret.of("b"));
        assertThat(Secret.of(" \t").isBlank()).isTrue();
        assertThat(Secret.of("a").reveal()).isEqualTo("a");
    }

    @Test
    void requests_are_equal_by_their_bytes() {
        Headers headers = Headers.of("a", "1");

        assertThat(SignedRequest.post(headers, new byte[] {1}))
                .isEqualTo(SignedRequest.post(Headers.of("a", "1"), new byte[] {1}))
                .isNotEqualTo(SignedRequest.post(headers, new byte[] {2}));
    }

    @Test
    void providers_are_found_by_name() {
        assertThat(Providers.byName("ycloud")).hasValue(Providers.YCLOUD);
        assertThat(Providers.byName("nobody")).isEmpty();
        assertThat(Providers.all()).extracting(Provider::name).doesNotHaveDuplicates();
    }
}
