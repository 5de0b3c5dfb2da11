package dev.surehook.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LanesTest {
    private static final Lanes LANES = new Lanes(List.of(
            LaneRules.byDefault(List.of("order.paid", "mail.*")),
            new LaneRules("orders", List.of("order.*"), 2),
            new LaneRules("all", List.of(), 1),
            new LaneRules("bounces", List.of("mail.bounced.*", "mail.*"), 1)));

    private static String lane(String type) {
        return LANES.of(type).map(LaneRules::name).orElse("");
    }

    @Test
    void an_event_goes_to_the_lane_with_the_exact_type_else_the_longest_pattern() {
        assertThat(lane("order.paid")).isEmpty();
        assertThat(lane("order.sent")).isEqualTo("orders");
        assertThat(lane("mail.bounced.hard")).isEqualTo("bounces");
        assertThat(lane("anything")).isEqualTo("all");
    }

    @Test
    void of_lanes_that_fit_alike_the_first_gets_it() {
        assertThat(lane("mail.opened")).isEmpty();
    }

    @Test
    void an_event_that_fits_no_lane_and_one_that_is_ignored_have_a_route_as_well() {
        IntakeRules rules = new IntakeRules(
                1_024,
                SignedForm.WIRE,
                true,
                WithoutId.REFUSE,
                List.of(),
                List.of("order.*"),
                Optional.empty(),
                new Lanes(List.of(new LaneRules("orders", List.of("order.*"), 2))));

        assertThat(rules.route("order.sent").lane().map(LaneRules::name)).contains("orders");
        assertThat(rules.route("order.sent").ignored()).isEmpty();
        assertThat(rules.route("mail.opened").lane()).isEmpty();
        assertThat(rules.route("mail.opened").ignored()).isPresent();
    }

    @Test
    void two_lanes_of_one_name_are_a_mistake() {
        LaneRules lane = new LaneRules("same", List.of(), 1);

        assertThatThrownBy(() -> new Lanes(List.of(lane, lane))).hasMessageContaining("same");
    }
}
