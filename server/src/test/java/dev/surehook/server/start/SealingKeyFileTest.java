package dev.surehook.server.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.server.settings.Flags;
import dev.surehook.server.settings.ServerSettings;
import dev.surehook.server.settings.SettingsReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealingKeyFileTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(lines, true, StandardCharsets.UTF_8);

    private static ServerSettings settings(Map<String, String> environment) {
        return SettingsReader.read(Flags.NONE, environment);
    }

    private SealingKeys keys(Map<String, String> environment) {
        return new SealingKeyFile(settings(environment), Optional.of(DataFolder.open(folder)), out).get();
    }

    private String printed() {
        String printed = lines.toString(StandardCharsets.UTF_8);
        lines.reset();
        return printed;
    }

    @Test
    void the_first_start_makes_a_key_for_this_user_only_and_later_ones_find_it() throws Exception {
        String made = keys(Map.of()).toString();

        Path file = folder.resolve("sealing-key");
        assertThat(printed()).contains("made now, in " + file).doesNotContain(Files.readString(file));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(keys(Map.of())).hasToString(made);
        assertThat(printed()).contains(file.toString()).doesNotContain("made now");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).as("nothing else is left in the folder").containsExactly(file);
        }
    }

    @Test
    void a_key_that_others_may_read_is_refused_and_one_of_the_group_is_not() throws Exception {
        keys(Map.of());
        Path file = folder.resolve("sealing-key");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        assertThat(keys(Map.of())).isNotNull();

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> keys(Map.of()))
                .withMessageContaining(file + " is open to other users")
                .withMessageContaining("chmod 600 " + file);
    }

    @Test
    void a_new_key_is_put_in_front_of_the_old_one_in_the_file() throws Exception {
        String old = keys(Map.of()).toString();
        Path file = folder.resolve("sealing-key");

        Files.writeString(file, SealingKeys.make() + "\n" + Files.readString(file));

        assertThat(keys(Map.of()).toString()).endsWith(", " + old);
    }

    @Test
    void a_configured_key_wins_and_no_file_is_made() {
        String key = SealingKeys.make();

        assertThat(keys(Map.of("SUREHOOK_SEALING_KEY", key)))
                .hasToString(SealingKeys.parse(key).toString());
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void what_is_no_key_is_named_by_its_place_and_not_repeated() throws Exception {
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> SealingKeyFile.forChecking(settings(Map.of("SUREHOOK_SEALING_KEY", "ZZZ9"))))
                .withMessageContaining("SUREHOOK_SEALING_KEY")
                .withMessageContaining("openssl rand -base64 32")
                .satisfies(bad -> assertThat(bad.line()).doesNotContain("ZZZ9"));

        Path file = folder.resolve("sealing-key");
        keys(Map.of());
        Files.writeString(file, "ZZZ9\n");
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> keys(Map.of()))
                .withMessageContaining(file.toString())
                .satisfies(bad -> assertThat(bad.line()).doesNotContain("ZZZ9"));
    }

    @Test
    void with_postgresql_a_key_has_to_be_configured() {
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> new SealingKeyFile(settings(Map.of()), Optional.empty(), out).get())
                .withMessageContaining("SUREHOOK_SEALING_KEY")
                .withMessageContaining("openssl rand -base64 32");
    }
}
