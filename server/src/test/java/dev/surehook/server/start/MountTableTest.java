package dev.surehook.server.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountTableTest {
    private final MountTable table = new MountTable(List.of(
            "/dev/vda / ext4 rw 0 0",
            "server:/export /not-there/shared nfs4 rw 0 0",
            "/dev/vdb /not-there/shared/local xfs rw 0 0",
            "//nas/x /not-there/with\\040blank cifs rw 0 0",
            "broken"));

    @Test
    void the_longest_mount_point_tells_the_type() {
        assertThat(table.typeOf(Path.of("/not-there/other"))).contains("ext4");
        assertThat(table.typeOf(Path.of("/not-there/shared/data"))).contains("nfs4");
        assertThat(table.typeOf(Path.of("/not-there/shared/local/data"))).contains("xfs");
        assertThat(table.typeOf(Path.of("/not-there/sharedness"))).contains("ext4");
        assertThat(table.typeOf(Path.of("/not-there/with blank/data"))).contains("cifs");
    }

    @Test
    void network_file_systems_are_known_by_their_type() {
        assertThat(List.of("nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p")).allMatch(MountTable::isNetwork);
        assertThat(List.of("ext4", "xfs", "btrfs", "zfs", "overlay", "tmpfs", "apfs"))
                .noneMatch(MountTable::isNetwork);
    }
}
