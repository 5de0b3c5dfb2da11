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
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * How to run a node: this JVM's program with this test's class path. The suite starts a node dozens of times, so a first
 * run leaves its loaded classes in an archive that the others start from. Such an archive takes no folders, hence the
 * folders of the class path are packed. Without the archive everything works the same, only more slowly.
 */
final class NodeProgram {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Class<?> main;
    private final Path archive;

    private NodeProgram(Class<?> main, Path archive) {
        this.main = main;
        this.archive = archive;
        archive.toFile().deleteOnExit();
    }

    /**
     * @param training what the first run is told
     * @param arguments of the first run, with a data folder of its own
     */
    static NodeProgram of(Class<?> main, String training, Function<Path, List<String>> arguments) {
        try {
            NodeProgram program = new NodeProgram(main, Packed.FOLDER.resolve(main.getSimpleName() + ".jsa"));
            Path scratch = Files.createDirectory(Packed.FOLDER.resolve(main.getSimpleName()));
            program.train(scratch, training, arguments.apply(scratch.resolve("data")));
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    List<String> command(Path scratch, List<String> arguments) {
        return command("-XX:SharedArchiveFile=", scratch, arguments);
    }

    private List<String> command(String archiveOption, Path scratch, List<String> arguments) {
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
                Packed.CLASS_PATH,
                main.getName()));
        command.addAll(arguments);
        return command;
    }

    private void train(Path scratch, String training, List<String> arguments) throws IOException, InterruptedException {
        Path input = Files.writeString(scratch.resolve("commands"), training);
        Process process = new ProcessBuilder(command("-XX:ArchiveClassesAtExit=", scratch, arguments))
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

    /** The class path without folders, the same for all programs. */
    private static final class Packed {
        static final Path FOLDER;
        static final String CLASS_PATH;

        static {
            try {
                FOLDER = Files.createTempDirectory("crash-node");
                FOLDER.toFile().deleteOnExit();
                CLASS_PATH = packed(FOLDER);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
