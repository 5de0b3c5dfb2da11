package dev.surehook.server.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    Path folder;

    @Test
    void a_new_folder_is_for_this_user_only() throws IOException {
        DataFolder made = DataFolder.open(folder.resolve("above/data"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made.path())))
                .isEqualTo("rwx------");
        assertThat(made.warnings()).isEmpty();
    }

    @Test
    void a_folder_that_others_may_read_is_a_warning_and_stays_as_it_is() throws IOException {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(DataFolder.open(open).warnings())
                .singleElement()
                .asString()
                .contains(open.toString(), "rwxr-xr-x", "chmod 700");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)))
                .isEqualTo("rwxr-xr-x");
    }
}
