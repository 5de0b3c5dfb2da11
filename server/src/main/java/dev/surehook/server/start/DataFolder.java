package dev.surehook.server.start;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The folder of the embedded store: made where it is missing, refused where it could not keep its promise. */
public final class DataFolder {
    static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_EXECUTE);

    private final Path path;

    private DataFolder(Path path) {
        this.path = path;
    }

    /** @throws BadStart when events would not be safe in it */
    public static DataFolder open(Path path) {
        create(path);
        requireWritable(path);
        requireLocal(path);
        return new DataFolder(path);
    }

    public Path path() {
        return path;
    }

    private static void create(Path path) {
        if (Files.isDirectory(path)) {
            return;
        }
        try {
            Path parent = path.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectory(path, forThisUserOnly(path));
        } catch (FileAlreadyExistsException e) {
            throw BadStart.environment("data folder " + path + " is a file: name a folder with --data");
        } catch (IOException e) {
            throw BadStart.environment(
                    "data folder " + path + " cannot be made: check who may write there, or name another with --data");
        }
    }

    /** It will hold payloads and secrets. */
    private static FileAttribute<?>[] forThisUserOnly(Path path) {
        return hasPermissions(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    static boolean hasPermissions(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** What the operator should hear about it. */
    public List<String> warnings() {
        if (!hasPermissions(path)) {
            return List.of();
        }
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
            return Collections.disjoint(permissions, OF_OTHERS)
                    ? List.of()
                    : List.of("the data folder " + path + " is open to other users of this machine ("
                            + PosixFilePermissions.toString(permissions)
                            + "), and it holds payloads and secrets: chmod 700 " + path);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static void requireWritable(Path path) {
        try {
            Files.delete(Files.createTempFile(path, "write-check", null));
        } catch (IOException e) {
            throw BadStart.environment("data folder " + path
                    + " is not writable for this user: change its owner or permissions, or name another with --data");
        }
    }

    /** Locks and fsync of network file systems do not hold what SQLite needs. */
    private static void requireLocal(Path path) {
        Optional<String> type = MountTable.ofThisMachine().typeOf(path).filter(MountTable::isNetwork);
        if (type.isPresent()) {
            throw BadStart.environment(
                    "data folder " + path + " is on a network file system (" + type.get()
                            + "), where SQLite can lose data: name a local folder with --data, or use PostgreSQL with --database");
        }
    }

    /** A file in it that only this user may read. */
    PrivateFile file(String name) {
        return new PrivateFile(path, name);
    }
}
