package dev.surehook.server.start;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A small file that is made at the first start and only this user may read. */
record PrivateFile(Path folder, String name) {

    Path path() {
        return folder.resolve(name);
    }

    /** @param made whether it was made just now */
    record Kept(String text, boolean made) {
        @Override
        public String toString() {
            return "***";
        }
    }

    /**
     * What it holds, without white space at its end; where it is missing it is made, complete or not at all: of two that
     * make it at once both get the same.
     *
     * @throws BadStart when it cannot be read or made
     */
    Kept readOrMake(Supplier<String> make) {
        Optional<String> known = read();
        if (known.isPresent()) {
            return new Kept(known.get(), false);
        }
        String made = make.get();
        try {
            return place(made) ? new Kept(made, true) : readOrMake(make);
        } catch (IOException | UnsupportedOperationException e) {
            throw BadStart.environment(path() + " cannot be written: check the permissions of the data folder");
        }
    }

    private Optional<String> read() {
        try {
            return Files.exists(path()) ? Optional.of(Files.readString(path()).strip()) : Optional.empty();
        } catch (IOException e) {
            throw unreadable();
        }
    }

    /** Written under another name first, so that no crash leaves half of it; false when another was faster. */
    private boolean place(String text) throws IOException {
        // Such files have mode 0600 from the beginning.
        Path draft = Files.createTempFile(folder, name + "-", ".tmp");
        try {
            writeThrough(draft, text);
            rename(draft);
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.deleteIfExists(draft);
        }
        flushNames(folder);
        return true;
    }

    /** A link never replaces, as a move may; where there are no links, two starts at once are not expected either. */
    private void rename(Path draft) throws IOException {
        try {
            Files.createLink(path(), draft);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (FileSystemException | UnsupportedOperationException noLinks) {
            Files.move(draft, path());
        }
    }

    /** What was encrypted with a key is flushed by the database, and would be lost if the key were not. */
    private static void writeThrough(Path file, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static void flushNames(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Windows opens no folder, and its file system keeps names in a journal of its own.
        }
    }

    /**
     * Refuses it when other users of this machine may read it. Its group may: Kubernetes opens the files of a volume to
     * the group that it runs a container in.
     *
     * @param harm what others could do with it, to complete "who could …"
     */
    void requirePrivate(String harm) {
        if (!DataFolder.hasPermissions(path())) {
            return;
        }
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path());
            if (!Collections.disjoint(permissions, DataFolder.OF_OTHERS)) {
                throw BadStart.environment(path() + " is open to other users of this machine ("
                        + PosixFilePermissions.toString(permissions) + "), who could " + harm + ": chmod 600 "
                        + path());
            }
        } catch (IOException e) {
            throw unreadable();
        }
    }

    private BadStart unreadable() {
        return BadStart.environment(path() + " cannot be read: check its permissions");
    }

    @Override
    public String toString() {
        return path().toString();
    }
}
