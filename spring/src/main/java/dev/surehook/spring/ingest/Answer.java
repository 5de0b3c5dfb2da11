package dev.surehook.spring.ingest;

import dev.surehook.engine.inbox.AcceptOutcome;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;

/** What a sender gets to see: a status and never a body, so that every refusal of a kind looks alike. */
public enum Answer {
    STORED(204),
    MALFORMED(400),
    REFUSED(401),
    NOT_FOUND(404),
    WRONG_METHOD(405),
    TOO_SLOW(408, true),
    TOO_LARGE(413, true),
    UNREADABLE_ENCODING(415),
    /** A defect of ours. */
    FAILED(500, true),
    UNAVAILABLE(503);

    private static final String RETRY_AFTER_SECONDS = "5";

    public static final AcceptOutcome.Cases<Answer> OF_OUTCOME = new AcceptOutcome.Cases<>() {
        @Override
        public Answer accepted(AcceptOutcome.Accepted outcome) {
            return STORED;
        }

        @Override
        public Answer duplicate(AcceptOutcome.Duplicate outcome) {
            return STORED;
        }

        @Override
        public Answer rejected(AcceptOutcome.Rejected outcome) {
            return REFUSED;
        }

        @Override
        public Answer malformed(AcceptOutcome.Malformed outcome) {
            return MALFORMED;
        }

        @Override
        public Answer unreadableEncoding(AcceptOutcome.UnreadableEncoding outcome) {
            return UNREADABLE_ENCODING;
        }

        @Override
        public Answer tooLarge(AcceptOutcome.TooLarge outcome) {
            return TOO_LARGE;
        }

        @Override
        public Answer unavailable(AcceptOutcome.Unavailable outcome) {
            return UNAVAILABLE;
        }
    };

    private final int status;
    private final boolean ends;

    Answer(int status) {
        this(status, false);
    }

    /** @param ends whether the connection is of no more use, because the rest of a body may still come */
    Answer(int status, boolean ends) {
        this.status = status;
        this.ends = ends;
    }

    void write(HttpServletResponse response) {
        write(response::setStatus, response::setHeader);
    }

    /** Writes status and headers to whatever an HTTP server offers for them. */
    public void write(IntConsumer setStatus, BiConsumer<String, String> setHeader) {
        setStatus.accept(status);
        if (status != 204) {
            setHeader.accept("Content-Length", "0");
        }
        if (ends) {
            setHeader.accept("Connection", "close");
        }
        if (this == UNAVAILABLE) {
            setHeader.accept("Retry-After", RETRY_AFTER_SECONDS);
        }
    }
}
