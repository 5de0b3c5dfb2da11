package dev.surehook.engine.delivery;

import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.engine.target.TargetRefused;
import dev.surehook.engine.target.TargetUrl;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sends requests to endpoints, each under one clock. Thread-safe. */
public interface HttpSender extends AutoCloseable {
    /** Room for a receiver's own words; enough to see what it complains of. */
    int MOST_ANSWER_BYTES = 4_096;

    /**
     * Sends and returns at once. {@code done} hears of the end exactly once, at the total timeout at the latest, whatever
     * the network, a resolver or the receiver does; it must be quick.
     */
    void send(Outbound request, Consumer<Sent> done);

    /** Breaks running attempts off; each {@code done} hears of it. */
    @Override
    void close();

    /**
     * A POST.
     *
     * @param headers in order; Host, Content-Length, Connection and User-Agent are added
     * @param body the very array that was signed
     */
    record Outbound(TargetUrl url, List<Map.Entry<String, String>> headers, byte[] body, Timeouts timeouts, Way way) {
        private static final Set<String> OURS = Set.of("host", "content-length", "transfer-encoding", "connection");

        /** @throws IllegalArgumentException when a header would break the request's form */
        public Outbound {
            headers = List.copyOf(headers);
            for (Map.Entry<String, String> header : headers) {
                if (!HeaderText.isName(header.getKey())
                        || !HeaderText.isValue(header.getValue())
                        || OURS.contains(header.getKey().toLowerCase(Locale.ROOT))) {
                    throw new IllegalArgumentException("a header cannot be sent as it is");
                }
            }
        }

        /**
         * In the usual way.
         *
         * @throws TargetRefused when {@code url} is no clean URL
         */
        public Outbound(URI url, List<Map.Entry<String, String>> headers, byte[] body, Timeouts timeouts) {
            this(TargetUrl.parse(url.toASCIIString()), headers, body, timeouts, Way.USUAL);
        }
    }

    /**
     * How the receiver is reached. Requests of different ways share no connection.
     *
     * @param ipv4Only whether IPv6 addresses are left alone
     * @param identity the name of our certificate, where the receiver asks for one
     */
    record Way(boolean ipv4Only, Optional<String> identity) {
        public static final Way USUAL = new Way(false, Optional.empty());
    }

    /** How it ended. */
    sealed interface Sent {
        Duration took();

        <T> T fold(Function<Answered, T> answered, Function<NoAnswer, T> noAnswer);
    }

    /**
     * The receiver answered.
     *
     * @param retryAfter how long it asks to be left alone, zero if it does not
     * @param body the first {@link #MOST_ANSWER_BYTES}
     * @param cut whether there was more, or the answer did not end in time
     */
    record Answered(int status, Duration retryAfter, byte[] body, boolean cut, Duration took) implements Sent {
        @Override
        public <T> T fold(Function<Answered, T> answered, Function<NoAnswer, T> noAnswer) {
            return answered.apply(this);
        }
    }

    /**
     * No answer.
     *
     * @param reason one line for people, without the URL: {@code connection refused}
     * @param refused whether the target is one that must not be sent to, so that nothing was sent
     */
    record NoAnswer(String reason, boolean refused, Duration took) implements Sent {
        @Override
        public <T> T fold(Function<Answered, T> answered, Function<NoAnswer, T> noAnswer) {
            return noAnswer.apply(this);
        }
    }
}
