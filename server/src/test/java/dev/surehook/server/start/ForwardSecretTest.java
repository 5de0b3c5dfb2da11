package dev.surehook.server.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.sqlite.SqliteStore;
import dev.surehook.server.settings.Flags;
import dev.surehook.server.settings.ServerSettings;
import dev.surehook.server.settings.SettingsReader;
import dev.surehook.signatures.Secret;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where there is no data folder, the store itself keeps the secret; any store will do here. */
class ForwardSecretTest {
    private static final String CONFIGURED = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(lines, true, StandardCharsets.UTF_8);
    private Store store;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static ServerSettings settings(Map<String, String> environment) {
        return SettingsReader.read(Flags.NONE, environment);
    }

    private Secret secretOfANode(Map<String, String> environment) {
        return new ForwardSecret(settings(environment), Optional.empty(), store, out).get();
    }

    @Test
    void all_nodes_on_one_database_share_the_secret_that_the_first_one_made() {
        Secret first = secretOfANode(Map.of());
        assertThat(lines.toString(StandardCharsets.UTF_8))
                .contains("made now, in the database")
                .doesNotContain(first.reveal());
        lines.reset();

        assertThat(secretOfANode(Map.of())).isEqualTo(first);
        assertThat(lines.toString(StandardCharsets.UTF_8))
                .contains("SELECT value FROM surehook_setting WHERE name = 'forward-secret'")
                .doesNotContain("made now");
        assertThat(store.setting("forward-secret")).contains(first.reveal());
    }

    @Test
    void a_configured_secret_wins_and_is_not_written_down() {
        assertThat(secretOfANode(Map.of("SUREHOOK_FORWARD_SECRET", CONFIGURED))).isEqualTo(Secret.of(CONFIGURED));
        assertThat(store.setting("forward-secret")).isEmpty();
    }

    @Test
    void a_configured_secret_that_cannot_sign_is_named_by_its_own_name() {
        for (String unusable : new String[] {"hello", "whsec_", " ", "whsec_%%%"}) {
            assertThatExceptionOfType(BadStart.class)
                    .isThrownBy(() -> ForwardSecret.forChecking(settings(Map.of("SUREHOOK_FORWARD_SECRET", unusable))))
                    .withMessageContaining("SUREHOOK_FORWARD_SECRET")
                    .withMessageContaining("openssl rand -base64 32")
                    .satisfies(bad ->
                            assertThat(bad.line()).doesNotContain("secret 1 of").doesNotContain("hello"));
        }
    }

    @Test
    void a_kept_secret_that_cannot_sign_is_named_by_its_file() throws Exception {
        Path file = Files.writeString(folder.resolve("forward-secret"), "hello\n");

        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() ->
                        new ForwardSecret(settings(Map.of()), Optional.of(DataFolder.open(folder)), store, out).get())
                .withMessageContaining(file.toString());
    }
}
