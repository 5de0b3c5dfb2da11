package dev.surehook.server.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is mounted where, as Linux tells it in {@code /proc/mounts}; empty on other systems. */
record MountTable(List<String> lines) {
    private static final Set<String> NETWORK = Set.of(
            "nfs",
            "nfs4",
            "cifs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "9p",
            "afs",
            "ceph",
            "glusterfs",
            "lustre",
            "ncpfs",
            "fuse.sshfs",
            "fuse.glusterfs",
            "fuse.ceph",
            "fuse.s3fs",
            "fuse.rclone",
            "fuse.gcsfuse",
            "fuse.goofys",
            "fuse.davfs",
            "davfs",
            "beegfs",
            "gpfs",
            "orangefs");

    static MountTable ofThisMachine() {
        try {
            return new MountTable(Files.readAllLines(Path.of("/proc/mounts")));
        } catch (IOException e) {
            return new MountTable(List.of());
        }
    }

    static boolean isNetwork(String type) {
        return NETWORK.contains(type);
    }

    /** The type of the file system that holds {@code path}: the longest mount point wins, of equal ones the last. */
    Optional<String> typeOf(Path path) {
        Path real = real(path);
        Path best = null;
        String type = null;
        for (String line : lines) {
            String[] fields = line.split(" ");
            if (fields.length >= 3) {
                Path point = Path.of(unescaped(fields[1]));
                if (real.startsWith(point) && (best == null || point.getNameCount() >= best.getNameCount())) {
                    best = point;
                    type = fields[2];
                }
            }
        }
        return Optional.ofNullable(type);
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }

    private static String unescaped(String field) {
        return field.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
    }
}
