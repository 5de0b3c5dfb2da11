package dev.surehook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.testkit.provider.HttpSender;
import dev.surehook.testkit.provider.ProviderRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class DemoCommandTest {
    private static final Pattern SERVER = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");

    private static long foldersOfDemos() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("surehook-demo-"))
                    .count();
        }
    }

    @Test
    void everythingComesOutAsPromisedAndNothingIsLeftBehind() throws IOException {
        long before = foldersOfDemos();
        Shell shell = Shell.run(new DemoCommand());

        assertThat(shell.exitCode()).as(shell.out()).isZero();
        assertThat(shell.out())
                .contains("a real server waits 10 s, 30 s, 5 min")
                .contains("6 events taken, each arrived once and byte for byte; 4 forged or stale requests refused.")
                .doesNotContain("\u001b");
        assertThat(shell.out().lines().filter(line -> line.startsWith("  processed  ")))
                .hasSize(6);
        assertThat(foldersOfDemos()).isEqualTo(before);
        Matcher server = SERVER.matcher(shell.out());
        assertThat(server.find()).isTrue();
        assertThat(isListening(URI.create(server.group()))).isFalse();
    }

    @Test
    void aBrokenPromiseFailsTheDemo() throws IOException {
        StringWriter out = new StringWriter();
        try (DemoWorld world = DemoWorld.open()) {
            DemoOutcome outcome = new DemoOutcome(world, new DemoPage(new PrintWriter(out), Ansi.OFF));
            ProviderRequest neverSent = world.ycloud.request("contact.created");
            outcome.expect(world.ycloud, neverSent);
            ProviderRequest notExpected = world.ycloud.request("contact.deleted");
            new HttpSender().post(world.intake(world.ycloud), notExpected);
            new HttpSender().post(world.intake(world.wordpane), world.wordpane.request("balance.low"));

            assertThat(outcome.report()).isFalse();
        }
        assertThat(out.toString())
                .contains("Not as promised:")
                .contains("contact.created was answered 204 and is not stored")
                .contains("something was stored that should have been refused");
    }

    private static boolean isListening(URI server) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }
}
