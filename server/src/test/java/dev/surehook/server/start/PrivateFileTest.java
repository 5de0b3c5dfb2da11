package dev.surehook.server.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFileTest {
    @TempDir
    Path folder;

    @Test
    void of_several_that_make_a_file_at_once_all_get_the_same() throws Exception {
        PrivateFile file = new PrivateFile(folder, "key");
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<PrivateFile.Kept>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String mine = "made by " + i;
                all.add(threads.submit(() -> {
                    go.await();
                    return file.readOrMake(() -> mine);
                }));
            }
            go.countDown();

            Set<String> texts = new HashSet<>();
            int made = 0;
            for (Future<PrivateFile.Kept> one : all) {
                PrivateFile.Kept kept = one.get(10, TimeUnit.SECONDS);
                texts.add(kept.text());
                made += kept.made() ? 1 : 0;
            }
            assertThat(texts).containsExactly(Files.readString(file.path()).strip());
            assertThat(made).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }
}
