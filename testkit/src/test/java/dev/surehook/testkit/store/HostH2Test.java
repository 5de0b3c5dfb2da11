package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.store.host.HostSettings.Schema;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostH2Test extends HostContract {
    @Override
    String kind() {
        return "h2";
    }

    @Override
    String freshUrl() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    @Override
    void age(String jdbcUrl, Duration time) {
        clock.advance(time);
    }

    @Test
    void it_warns_that_it_is_for_development_only() {
        assertThat(open(pool(), Schema.REQUIRE).warning())
                .hasValueSatisfying(warning -> assertThat(warning).contains("development only"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MODE=MySQL",
                "MODE=MariaDB",
                "MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE",
                "MODE=LEGACY;CASE_INSENSITIVE_IDENTIFIERS=TRUE"
            })
    void it_may_stand_in_for_another_database(String mode) {
        var other = open(pool(freshUrl() + ";" + mode), Schema.MIGRATE);

        assertThat(other.append(List.of(event(SHOP, "e1", "A"), event(SHOP, "e1", "B"), event(SHOP, "e2", "A"))))
                .containsExactly(Appended.STORED, Appended.CONFLICT, Appended.STORED);
        assertThat(other.claim(SHOP, 10, LEASE)).hasSize(2);
        assertThat(other.settingOrElse("a", "b")).isEqualTo("b");
        assertThat(open(pool(freshUrl() + ";" + mode), Schema.MIGRATE).backlog())
                .isEmpty();
        other.probe();
    }

    @Test
    void a_row_that_the_database_refuses_fails_alone() {
        assertThat(store().append(List.of(
                        event(SHOP, "e1", "{}"), event(SHOP, "x".repeat(9_000), "{}"), event(SHOP, "e2", "{}"))))
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo(Appended.STORED),
                        second -> assertThat(second).isInstanceOf(Appended.Refused.class),
                        third -> assertThat(third).isEqualTo(Appended.STORED));
    }
}
