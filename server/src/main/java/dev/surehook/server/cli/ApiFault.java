package dev.surehook.server.cli;

/** A request to the API that came to nothing; the message is one line that says what to do. */
final class ApiFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean notFound;

    ApiFault(String message) {
        this(message, false);
    }

    private ApiFault(String message, boolean notFound) {
        super(Printable.line(message));
        this.notFound = notFound;
    }

    static ApiFault notFound(String message) {
        return new ApiFault(message, true);
    }

    /** Whether a server answered that it has no such thing. */
    boolean isNotFound() {
        return notFound;
    }

    String line() {
        return String.valueOf(getMessage());
    }
}
