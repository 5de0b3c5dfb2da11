package dev.surehook.server.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code demo}: shows what Surehook does, on a server of its own. */
@Command(
        name = "demo",
        header = "Shows on a temporary server what becomes of good, repeated, forged and late events.",
        description = {
            "",
            "Starts a server on a temporary folder and a small receiver beside it, plays YCloud and WordPane towards it,"
                    + " lets the receiver be down for a while, and shows what became of each event. Needs no settings,"
                    + " touches nothing, and ends by itself within 20 seconds."
        },
        optionListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:everything came out as promised", "1:something did not, or the server could not start"},
        footerHeading = "%nExample:%n",
        footer = "  surehook demo")
final class DemoCommand implements Callable<Integer> {
    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    @Nullable
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        DemoPage page = new DemoPage(command.getOut(), command.getColorScheme().ansi());
        Level before = logLevel(Level.OFF);
        try (DemoWorld world = DemoWorld.open()) {
            // Whoever interrupts the demo is left with nothing to clean up either.
            Thread cleaning = new Thread(world::close, "surehook-demo-end");
            Runtime.getRuntime().addShutdownHook(cleaning);
            boolean good = new DemoScript(world, page).play();
            Runtime.getRuntime().removeShutdownHook(cleaning);
            return good ? 0 : 1;
        } finally {
            logLevel(before);
        }
    }

    /** The failed attempts of the demo are meant to fail: what the server logs about them would only disturb. */
    private static Level logLevel(Level level) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Level before = context.getLogger("surehook").getLevel();
        for (String name : new String[] {"surehook", "dev.surehook"}) {
            context.getLogger(name).setLevel(level);
        }
        return before == null ? Level.INFO : before;
    }
}
