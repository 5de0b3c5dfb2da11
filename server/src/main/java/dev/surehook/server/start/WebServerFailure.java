package dev.surehook.server.start;

import dev.surehook.server.settings.ServerSettings;
import java.net.BindException;
import org.springframework.boot.web.server.PortInUseException;

/** Turns a web server's failure to start into one line. */
public final class WebServerFailure {
    private WebServerFailure() {}

    /** The line where the cause is known, else the failure itself. */
    public static RuntimeException explained(RuntimeException failure, ServerSettings settings) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BadStart known) {
                return known;
            }
            if (cause instanceof PortInUseException) {
                return BadStart.environment("port " + settings.port()
                        + " is in use: stop what listens there, or take another with --port (0 takes a free one)");
            }
            if (cause instanceof BindException) {
                return BadStart.environment("cannot listen on port " + settings.port()
                        + (settings.host().isBlank() ? "" : " of " + settings.host()) + ": " + cause.getMessage()
                        + "; take another with --port, or another address with surehook.host");
            }
        }
        if (settings.tls().isOn()) {
            return TlsFiles.unusable(settings.tls());
        }
        return failure;
    }
}
