package dev.surehook.engine.store.sqlite;

import dev.surehook.engine.store.StartFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Keeps a second process off a data folder: the file has one writer, and numbers and claims live in its memory. */
final class FolderLock implements AutoCloseable {
    private final FileChannel channel;
    private final FileLock lock;

    private FolderLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    static FolderLock take(Path folder) {
        FileChannel channel = open(folder);
        FileLock lock = tryLock(channel, folder);
        if (lock == null) {
            closeQuietly(channel);
            throw new StartFailure("data folder " + folder
                    + " is in use by another Surehook process: stop that one, or choose another folder");
        }
        return new FolderLock(channel, lock);
    }

    private static FileChannel open(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                create(folder);
            }
            return FileChannel.open(
                    folder.resolve("surehook.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new StartFailure(
                    "data folder " + folder + " is not writable: give this user the right to write there, or choose"
                            + " another folder",
                    e);
        }
    }

    /** For this user only: events are other people's messages. An existing folder keeps the rights it was given. */
    private static void create(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(folder);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel, Path folder) {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        } catch (IOException e) {
            closeQuietly(channel);
            throw new StartFailure(
                    "data folder " + folder + " cannot be locked; SQLite needs a local file system, not a network one",
                    e);
        }
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was written through it.
        }
    }

    @Override
    public void close() {
        try {
            lock.release();
        } catch (IOException e) {
            // Closing the channel releases it as well.
        } finally {
            closeQuietly(channel);
        }
    }
}
