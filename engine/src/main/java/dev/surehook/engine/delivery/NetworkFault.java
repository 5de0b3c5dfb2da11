package dev.surehook.engine.delivery;

import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.engine.target.LookupTimeout;
import dev.surehook.engine.tls.CertificateRefused;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.jspecify.annotations.Nullable;

/** One line for each way in which an exchange breaks, in our words: messages of exceptions may quote the URL. */
final class NetworkFault {
    private NetworkFault() {}

    static String reason(Throwable fault, Timeouts timeouts) {
        if (fault instanceof LookupTimeout) {
            return "no answer within " + text(timeouts.total());
        }
        if (fault instanceof UnknownHostException) {
            return "unknown host name";
        }
        // Before its parent class: the client makes one class of both the slow and the refused connection.
        if (fault instanceof ConnectTimeoutException) {
            return "no connection within " + text(timeouts.connect());
        }
        if (fault instanceof SocketTimeoutException) {
            return "no answer within " + text(timeouts.total());
        }
        if (fault instanceof SSLException) {
            return tls(fault);
        }
        if (fault instanceof ProxyRefused refused) {
            return refused.wantsLogin()
                    ? "the proxy does not know us: it wants a user and a password, or others"
                    : "the proxy refused the connection";
        }
        if (fault instanceof SocketException) {
            return socket((SocketException) fault);
        }
        // Malformed heads come as plain protocol exceptions that the client wraps.
        if (fault instanceof HttpException
                || fault instanceof MessageConstraintException
                || fault.getCause() instanceof HttpException) {
            return "the answer is not HTTP";
        }
        if (fault instanceof ConnectionClosedException) {
            return "connection closed without an answer";
        }
        return (fault instanceof IOException ? "network error: " : "internal error: ")
                + fault.getClass().getSimpleName();
    }

    /** {@code 10 s}, or {@code 250 ms} where seconds do not fit. */
    static String text(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    }

    private static String tls(Throwable fault) {
        if (fault instanceof SSLPeerUnverifiedException) {
            return "TLS failure: the certificate is for another host";
        }
        @Nullable CertificateRefused refused = cause(fault, CertificateRefused.class);
        if (refused != null) {
            return "TLS failure: " + refused.getMessage();
        }
        String message = String.valueOf(fault.getMessage());
        if (message.contains("certificate_required") || message.contains("bad_certificate")) {
            return "TLS failure: the receiver wants a client certificate, or another one";
        }
        if (message.contains("unrecognized SSL message") || message.contains("plaintext connection")) {
            return "TLS failure: the receiver does not speak TLS";
        }
        return hasCause(fault, EOFException.class) || message.contains("handshake failed")
                ? "TLS failure: the receiver broke the handshake off"
                : "TLS failure: no agreement on how to talk";
    }

    private static String socket(SocketException fault) {
        String message = String.valueOf(fault.getMessage());
        if (fault instanceof NoRouteToHostException
                || message.contains("unreachable")
                || message.contains("No route")) {
            return "no route to the host";
        }
        if (fault instanceof ConnectException) {
            return "connection refused";
        }
        return message.contains("reset") || message.contains("Broken pipe") ? "connection reset" : "connection broken";
    }

    private static boolean hasCause(Throwable fault, Class<? extends Throwable> type) {
        return cause(fault, type) != null;
    }

    private static <T extends Throwable> @Nullable T cause(Throwable fault, Class<T> type) {
        @Nullable Throwable cause = fault;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
            cause = cause.getCause();
        }
        return null;
    }
}
