package dev.surehook.server.start;

import dev.surehook.server.source.ConfiguredSource;
import dev.surehook.server.source.MaskedUrl;
import java.io.PrintStream;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** What a person wants to see when the server has started. */
public final class StartLines {
    private StartLines() {}

    /** @param store where the events are, in words */
    public static void print(PrintStream out, String store, URI url, List<ConfiguredSource> sources) {
        out.println("Store: " + store);
        for (ConfiguredSource source : sources) {
            String name = source.source().name().value();
            String target = source.target()
                    .map(forward -> "→ " + MaskedUrl.of(forward.url()) + form(source))
                    .orElse("(kept only: no forward URL)");
            out.println("source " + name + ": POST " + url + "/in/" + name + " " + target);
            source.warnings().forEach(warning -> out.println("source " + name + ": warning: " + warning));
        }
        out.println("Surehook " + Version.OF_THIS + " listens on " + url + ", ready after " + uptime());
        out.flush();
    }

    /** Things that work, but not as somebody would want them. */
    public static void warn(PrintStream out, List<String> warnings) {
        warnings.forEach(warning -> out.println("warning: " + warning));
    }

    private static String form(ConfiguredSource source) {
        return source.forwardForm()
                .filter(form -> !form.equals("standard"))
                .map(form -> " as " + form)
                .orElse("");
    }

    /** Counted from where the launcher began, which the operator waited for; else from the start of the process. */
    private static String uptime() {
        String micros = System.getProperty("surehook.started", "");
        long began = micros.matches("\\d{15,17}")
                ? Long.parseLong(micros) / 1_000
                : ProcessHandle.current()
                        .info()
                        .startInstant()
                        .orElseGet(Instant::now)
                        .toEpochMilli();
        return String.format(Locale.ROOT, "%.1f s", (System.currentTimeMillis() - began) / 1000.0);
    }
}
