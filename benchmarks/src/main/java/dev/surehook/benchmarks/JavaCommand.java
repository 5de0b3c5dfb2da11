package dev.surehook.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command lines of this module's own processes: all on one Java with the same options.
 *
 * @param java the program
 * @param benchmarks this module's folder, built
 */
public record JavaCommand(Path java, Path benchmarks) {

    public List<String> of(Class<?> main, List<String> arguments) throws IOException {
        return of(main, JavaRuntime.of(java).options(), arguments);
    }

    /** For a process that is not compared: with options of its own. */
    public List<String> of(Class<?> main, List<String> options, List<String> arguments) {
        Path target = benchmarks.resolve("target");
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(options);
        // Nothing calls out: a library that looks for its own updates meets a closed port.
        command.addAll(List.of(
                "-Dhttp.proxyHost=127.0.0.1",
                "-Dhttp.proxyPort=9",
                "-Dhttps.proxyHost=127.0.0.1",
                "-Dhttps.proxyPort=9"));
        command.addAll(List.of(
                "-cp",
                target.resolve("classes") + ":" + target.resolve("lib") + "/*:" + target.resolve("lib-jmh") + "/*",
                main.getName()));
        command.addAll(arguments);
        return command;
    }
}
