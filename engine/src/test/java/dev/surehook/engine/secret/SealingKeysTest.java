package dev.surehook.engine.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SealingKeysTest {
    private static final String KEY =
            Base64.getEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));

    @Test
    void keys_print_as_ids_that_follow_from_them_and_hold_nothing_of_them() {
        assertThat(SealingKeys.parse(KEY))
                .hasToString(SealingKeys.parse(" " + KEY + "\n").toString());
        assertThat(SealingKeys.parse(KEY).toString()).matches("[0-9a-f]{12}");
        assertThat(SealingKeys.parse(KEY + "," + SealingKeys.make()).toString()).matches("[0-9a-f]{12}, [0-9a-f]{12}");
    }

    @Test
    void a_made_key_is_a_key_and_another_each_time() {
        String made = SealingKeys.make();

        assertThat(SealingKeys.parse(made)).isNotNull();
        assertThat(SealingKeys.make()).isNotEqualTo(made);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ZZZ9",
                "ZZZ9%%%%",
                "ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZQ==",
                "ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9",
            })
    void what_is_not_32_bytes_is_told_by_its_place_and_not_repeated(String wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SealingKeys.parse(KEY + "," + wrong))
                .withMessage(
                        "sealing key 2 is not Base64 of 32 bytes: set it to the output of: openssl rand -base64 32")
                .withNoCause();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", "\n"})
    void no_key_at_all_is_a_fault(String blank) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SealingKeys.parse(blank))
                .withMessageContaining("there is no sealing key");
    }
}
