package dev.surehook.server.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a request got no useful answer, in words that lead on. */
final class NoAnswer {
    /** How servers that speak TLS answer plain HTTP with status 400. */
    private static final Pattern WANTS_TLS = Pattern.compile(
            "requires TLS|plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server"
                    + "|speaking plain HTTP to an SSL",
            Pattern.CASE_INSENSITIVE);

    /** How Java's client says it: with TLS both come as an SSLException instead. */
    private static final Pattern CLOSED = Pattern.compile("received no bytes|EOF|reset");

    private static final Pattern NOT_HTTP = Pattern.compile("[Ss]tatus line|parser");

    private NoAnswer() {}

    static String why(IOException fault) {
        if (hasCause(fault, UnresolvedAddressException.class)) {
            return "the host name is unknown";
        }
        if (fault instanceof ConnectException) {
            return "nobody listens there";
        }
        if (fault instanceof HttpTimeoutException) {
            return "it took too long";
        }
        if (hasCause(fault, CertificateException.class)
                || hasCause(fault, java.security.cert.CertPathBuilderException.class)) {
            return "its TLS certificate is not trusted here: " + trust(root(fault));
        }
        if (fault instanceof SSLException) {
            return "it does not speak TLS as we do; use http:// if it speaks none";
        }
        String message = String.valueOf(fault.getMessage());
        if (CLOSED.matcher(message).find()) {
            return "the connection was closed without an answer; if it speaks TLS, use https://";
        }
        return NOT_HTTP.matcher(message).find()
                ? "it does not speak plain HTTP; if it speaks TLS, use https://"
                : fault.getMessage() == null ? "the connection broke" : Printable.line(message);
    }

    /** What to do about an answer to plain HTTP that asks for TLS. */
    static Optional<String> wrongScheme(int status, String body) {
        return status == 400 && WANTS_TLS.matcher(body).find()
                ? Optional.of("it speaks TLS: use https://")
                : Optional.empty();
    }

    private static String trust(Throwable root) {
        String message = String.valueOf(root.getMessage());
        return message.contains("valid certification path")
                ? "no authority that is trusted has signed it; name the PEM file of one, or of the server's own"
                        + " certificate, with --cacert"
                : Printable.line(message);
    }

    private static Throwable root(Throwable fault) {
        Throwable root = fault;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static boolean hasCause(Throwable fault, Class<? extends Throwable> type) {
        for (@Nullable Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
