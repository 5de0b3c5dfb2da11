package dev.surehook.server.cli;

/** A request to the API that came to nothing; the message is one line that says what to do. */
final class ApiFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    ApiFault(String message) {
        super(Printable.line(message));
    }

    String line() {
        return String.valueOf(getMessage());
    }
}
