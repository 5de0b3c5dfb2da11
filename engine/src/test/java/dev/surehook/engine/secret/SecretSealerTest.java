package dev.surehook.engine.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.signatures.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class SecretSealerTest {
    private static final Secret SECRET = Secret.of("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
    private static final EndpointRef ENDPOINT = EndpointRef.random();
    private static final String OLD = SealingKeys.make();
    private static final String NEW = SealingKeys.make();

    private final SecretSealer sealer = sealer(OLD);

    private static SecretSealer sealer(String keys) {
        return new SecretSealer(SealingKeys.parse(keys));
    }

    private static void doesNotOpen(SecretSealer sealer, String sealed, EndpointRef endpoint, long version) {
        assertThatExceptionOfType(UnopenableSecret.class)
                .isThrownBy(() -> sealer.open(sealed, endpoint, version))
                .withNoCause()
                .satisfies(e -> assertThat(e.getMessage())
                        .contains(endpoint.value(), "version " + version)
                        .doesNotContain(SECRET.reveal().substring(6, 16))
                        .doesNotContain("\n"));
    }

    @Test
    void a_sealed_secret_opens_and_does_not_show_what_it_holds() {
        String sealed = sealer.seal(SECRET, ENDPOINT, 3);

        assertThat(sealed).matches("v1\\.[0-9a-f]{12}\\.[A-Za-z0-9_-]+");
        assertThat(new String(Base64.getUrlDecoder().decode(sealed.split("\\.")[2]), StandardCharsets.ISO_8859_1))
                .doesNotContain("whsec_");
        assertThat(sealer.open(sealed, ENDPOINT, 3)).isEqualTo(SECRET);
    }

    @Test
    void the_same_secret_gives_another_text_each_time() {
        assertThat(sealer.seal(SECRET, ENDPOINT, 1)).isNotEqualTo(sealer.seal(SECRET, ENDPOINT, 1));
    }

    @Test
    void a_text_that_was_moved_to_another_row_does_not_open() {
        String sealed = sealer.seal(SECRET, ENDPOINT, 1);

        doesNotOpen(sealer, sealed, EndpointRef.random(), 1);
        doesNotOpen(sealer, sealed, ENDPOINT, 2);
        doesNotOpen(sealer, sealed, ENDPOINT, 11);
    }

    @Test
    void a_text_of_which_any_one_character_was_changed_does_not_open() {
        String sealed = sealer.seal(SECRET, ENDPOINT, 1);

        for (int at = 0; at < sealed.length(); at++) {
            for (char other : new char[] {'A', 'B', '0', '1', '.', '~'}) {
                if (sealed.charAt(at) != other) {
                    doesNotOpen(sealer, sealed.substring(0, at) + other + sealed.substring(at + 1), ENDPOINT, 1);
                }
            }
        }
    }

    @Test
    void a_text_that_was_cut_or_is_something_else_does_not_open() {
        String sealed = sealer.seal(SECRET, ENDPOINT, 1);

        for (int length = 0; length < sealed.length(); length++) {
            doesNotOpen(sealer, sealed.substring(0, length), ENDPOINT, 1);
        }
        doesNotOpen(sealer, sealed + "=", ENDPOINT, 1);
        doesNotOpen(sealer, sealed + "\n", ENDPOINT, 1);
        doesNotOpen(sealer, SECRET.reveal(), ENDPOINT, 1);
    }

    @Test
    void the_wrong_key_is_told_by_its_id() {
        String sealed = sealer.seal(SECRET, ENDPOINT, 1);

        assertThatExceptionOfType(UnopenableSecret.class)
                .isThrownBy(() -> sealer(NEW).open(sealed, ENDPOINT, 1))
                .withMessageContaining("sealed with key " + SealingKeys.parse(OLD))
                .withMessageContaining("(" + SealingKeys.parse(NEW) + ")");
    }

    @Test
    void the_first_key_seals_and_every_key_opens() {
        SecretSealer both = sealer(NEW + "," + OLD);

        assertThat(both.open(sealer.seal(SECRET, ENDPOINT, 1), ENDPOINT, 1)).isEqualTo(SECRET);
        assertThat(sealer(NEW).open(both.seal(SECRET, ENDPOINT, 1), ENDPOINT, 1))
                .isEqualTo(SECRET);
    }

    @Test
    void after_resealing_the_old_key_is_not_needed_any_more() {
        String sealed = sealer.seal(SECRET, ENDPOINT, 1);

        String resealed = sealer(NEW + " " + OLD).reseal(sealed, ENDPOINT, 1);

        assertThat(sealer(NEW).open(resealed, ENDPOINT, 1)).isEqualTo(SECRET);
        assertThat(sealer(NEW).reseal(resealed, ENDPOINT, 1))
                .as("what the newest key sealed stays as it is")
                .isEqualTo(resealed);
        assertThatExceptionOfType(UnopenableSecret.class)
                .as("also what would stay as it is has to open")
                .isThrownBy(() -> sealer(NEW).reseal(resealed, ENDPOINT, 2));
    }
}
