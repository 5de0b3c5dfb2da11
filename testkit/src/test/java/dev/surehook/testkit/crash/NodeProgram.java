package dev.surehook.testkit.crash;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * How to run a {@link CrashNode}: this JVM's program with this test's class path. The suite starts a node dozens of times,
 * so a first run leaves its loaded classes in an archive that the others start from. Such an archive takes no folders,
 * hence the folders of the class path are packed. Without the archive everything works the same, only more slowly.
 */
final class NodeProgram {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String classPath;
    private final Path archive;

    private NodeProgram(Path folder) throws IOException, InterruptedException {
        this.classPath = packed(folder);
        this.archive = folder.resolve("node.jsa");
        archive.toFile().deleteOnExit();
        train(folder);
    }

    static List<String> command(Path scratch, NodeOptions options) {
        return Holder.PROGRAM.command("-XX:SharedArchiveFile=", scratch, options);
    }

    private List<String> command(String archiveOption, Path scratch, NodeOptions options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Short lives: start quickly, and take little from a small machine.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-Xshare:auto",
                archiveOption + archive,
                // The standard output belongs to the answers.
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                // A killed process leaves its native library behind.
                "-Djava.io.tmpdir=" + scratch,
                "-cp",
                classPath,
                CrashNode.class.getName()));
        command.addAll(options.asArguments());
        return command;
    }

    private void train(Path folder) throws IOException, InterruptedException {
        Path scratch = Files.createDirectory(folder.resolve("training"));
        Path input = Files.writeString(scratch.resolve("commands"), "send one\ndrain\n");
        NodeOptions options =
                new NodeOptions(scratch.resolve("data").toString(), Duration.ofHours(1), 1, 1, Optional.empty());
        Process process = new ProcessBuilder(command("-XX:ArchiveClassesAtExit=", scratch, options))
                .redirectInput(input.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        try (Stream<Path> files = Files.walk(scratch)) {
            files.map(Path::toFile).forEach(File::deleteOnExit);
        }
    }

    private static String packed(Path folder) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"), -1)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                Path jar = folder.resolve("packed-" + entries.size() + ".jar");
                jar.toFile().deleteOnExit();
                pack(path, jar);
                entries.add(jar.toString());
            } else {
                entries.add(entry);
            }
        }
        return String.join(System.getProperty("path.separator"), entries);
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> files = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) files::iterator) {
                String name = folder.relativize(path).toString().replace('\\', '/');
                // Folders are entries as well, as in any jar.
                if (Files.isDirectory(path)) {
                    name += "/";
                }
                if (!name.equals("/")) {
                    out.putNextEntry(new ZipEntry(name));
                    if (!Files.isDirectory(path)) {
                        Files.copy(path, out);
                    }
                    out.closeEntry();
                }
            }
        }
    }

    private static final class Holder {
        private static final NodeProgram PROGRAM = make();

        private static NodeProgram make() {
            try {
                Path folder = Files.createTempDirectory("crash-node");
                folder.toFile().deleteOnExit();
                return new NodeProgram(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
