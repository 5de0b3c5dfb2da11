package dev.surehook.engine.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.secret.SecretForm.Brought;
import dev.surehook.signatures.Encoding;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Signer;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFormTest {
    private static final SecretForm HEX = new SecretForm("whsec_", 16, Encoding.HEX, Brought.text(16, 100));

    private static Secret standard(int bytes) {
        return Secret.of("whsec_" + Base64.getEncoder().encodeToString(new byte[bytes]));
    }

    @Test
    void a_standard_secret_is_32_bytes_in_base64_and_signs() {
        Secret made = SecretForm.STANDARD.make();

        assertThat(made.reveal()).matches("whsec_[A-Za-z0-9+/]{43}=");
        assertThat(SecretForm.STANDARD.make()).isNotEqualTo(made);
        assertThat(SecretForm.STANDARD.fault(made)).isEmpty();
        assertThat(Signer.of(Providers.STANDARD_WEBHOOKS, List.of(made))).isNotNull();
    }

    @Test
    void another_form_has_its_own_prefix_length_and_encoding() {
        assertThat(HEX.make().reveal()).matches("whsec_[0-9a-f]{32}");
        assertThat(HEX.fault(HEX.make())).isEmpty();
        assertThat(new SecretForm("", 24, Encoding.HEX, Brought.encoded(16, 64))
                        .make()
                        .reveal())
                .matches("[0-9a-f]{48}");
    }

    @Test
    void a_standard_secret_brought_along_has_24_to_64_bytes() {
        assertThat(SecretForm.STANDARD.fault(standard(23)))
                .hasValue("the secret has 23 bytes behind its prefix: give whsec_ and Base64 of 24 to 64 bytes");
        assertThat(SecretForm.STANDARD.fault(standard(24))).isEmpty();
        assertThat(SecretForm.STANDARD.fault(standard(64))).isEmpty();
        assertThat(SecretForm.STANDARD.fault(standard(65))).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | blank",
                "'  ' | blank",
                "whsec_ | only its prefix",
                "ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9 | does not begin with whsec_",
                "WHSEC_ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9 | does not begin with whsec_",
                "' whsec_ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9' | white space",
                "whsec_ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZé | not ASCII",
                "whsec_ZZZ9-ZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9 | not Base64",
                "whsec_ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZQ | not Base64",
                "whsec_ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZZ9ZZ== | not Base64"
            })
    void a_wrong_secret_is_told_what_is_wrong_and_not_repeated(String wrong, String fault) {
        assertThat(SecretForm.STANDARD.fault(Secret.of(wrong)))
                .hasValueSatisfying(line -> assertThat(line).contains(fault).doesNotContain("ZZZ9"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"whsec_0123456789abcde", "whsec_", "0123456789abcdef0123"})
    void a_secret_that_is_key_as_text_needs_its_prefix_and_its_length(String wrong) {
        assertThat(HEX.fault(Secret.of(wrong))).isPresent();
        assertThat(HEX.fault(Secret.of("whsec_any+Text!as/long="))).isEmpty();
    }

    @Test
    void hex_is_read_in_either_case() {
        SecretForm form = new SecretForm("", 32, Encoding.HEX, Brought.encoded(16, 64));

        assertThat(form.fault(Secret.of("00ff00FF00ff00FF00ff00FF00ff00FF"))).isEmpty();
        assertThat(form.fault(Secret.of("00ff00FF00ff00FF00ff00FF00ff00F")))
                .hasValue("the secret is not hex: give hex of 16 to 64 bytes");
    }
}
