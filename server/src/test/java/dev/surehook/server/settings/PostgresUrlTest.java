package dev.surehook.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.surehook.server.start.BadStart;
import dev.surehook.signatures.Secret;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUrlTest {
    private static PostgresUrl of(String url) {
        return PostgresUrl.of(new DatabaseSettings(url, null, null, 10));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://me:p%40ss@db:5433/events?ssl=true",
                "postgresql://me:p%40ss@db:5433/events?ssl=true",
                "jdbc:postgresql://me:p%40ss@db:5433/events?ssl=true"
            })
    void user_and_password_leave_the_url(String url) {
        assertThat(of(url))
                .isEqualTo(new PostgresUrl(
                        "jdbc:postgresql://db:5433/events?ssl=true",
                        Optional.of("me"),
                        Optional.of(Secret.of("p@ss"))));
    }

    @Test
    void a_user_of_its_own_setting_wins() {
        assertThat(PostgresUrl.of(new DatabaseSettings("postgres://a:b@db/x", "me", Secret.of("mine"), 10)))
                .isEqualTo(
                        new PostgresUrl("jdbc:postgresql://db/x", Optional.of("me"), Optional.of(Secret.of("mine"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql://me:ZZZ9@db/x", "db", "postgres:ZZZ9", "postgres://me:ZZZ9@ db/x", "jdbc:h2:mem:x"})
    void anything_else_is_one_line_that_does_not_repeat_it(String url) {
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> of(url))
                .withMessageContaining("postgresql://host:5432/name")
                .satisfies(bad -> assertThat(bad.line()).doesNotContain("ZZZ9"));
    }

    @Test
    void the_place_is_host_and_database_alone() {
        assertThat(PostgresUrl.of(new DatabaseSettings("postgresql://me:ZZZ9@db:5432/hooks?ssl=true", null, null, 10))
                        .place())
                .isEqualTo("db:5432/hooks");
    }

    @Test
    void an_address_that_shows_a_password_is_known() {
        assertThat(PostgresUrl.showsPassword("postgresql://me:ZZZ9@db:5432/hooks"))
                .isTrue();
        assertThat(PostgresUrl.showsPassword("jdbc:postgresql://db/hooks?user=me&password=ZZZ9"))
                .isTrue();
        assertThat(PostgresUrl.showsPassword("postgresql://me@db:5432/hooks")).isFalse();
        assertThat(PostgresUrl.showsPassword("postgresql://db:5432/hooks")).isFalse();
    }
}
