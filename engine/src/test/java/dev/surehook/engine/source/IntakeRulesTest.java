package dev.surehook.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntakeRulesTest {

    @ParameterizedTest
    @CsvSource({
        "whatsapp.*, whatsapp.message.updated, true",
        "whatsapp.*, sms.message.updated, false",
        "*.updated, sms.message.updated, true",
        "*.updated, sms.message.updated.x, false",
        "a*b*c, aXXbYYc, true",
        "a*b*c, acb, false",
        "*, anything, true",
        "exact, exact, true",
        "exact, exactly, false",
        "a**b, ab, true",
        "ab*ba, aba, false"
    })
    void a_star_stands_for_any_run_of_characters(String pattern, String type, boolean fits) {
        assertThat(TypePatterns.matches(pattern, type)).isEqualTo(fits);
    }

    @Test
    void many_stars_cost_no_more_than_few() {
        String type = "a".repeat(255);
        assertThat(TypePatterns.matches("*a".repeat(120) + "*b", type)).isFalse();
    }

    @Test
    void a_type_that_is_not_wanted_is_ignored_with_a_reason_and_the_others_are_worked_off() {
        IntakeRules rules = new IntakeRules(
                1_024, SignedForm.WIRE, true, WithoutId.REFUSE, List.of("sms.*"), List.of(), Optional.empty());

        assertThat(rules.route("sms.inbound.received").ignored()).isEmpty();
        assertThat(rules.route("voice.message.updated").ignored()).contains("type not wanted by this source");
    }
}
