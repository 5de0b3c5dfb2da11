package dev.surehook.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The library that imitates a slower disk, compiled from its source for this machine. */
record FsyncShim(Path library) {

    static FsyncShim compile(Path benchmarks, Path dir) throws IOException, InterruptedException {
        Path library = dir.resolve("slow_fsync.so");
        Path source = benchmarks.resolve("fsync-shim/slow_fsync.c");
        ChildProcess.run(
                List.of("gcc", "-O2", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl"),
                dir.resolve("gcc.log"));
        return new FsyncShim(library);
    }

    /** What a process needs in its environment so that each of its fsyncs takes {@code micros} µs longer. */
    Map<String, String> environment(int micros) {
        return Map.of("LD_PRELOAD", library.toString(), "SLOW_FSYNC_US", Integer.toString(micros));
    }
}
