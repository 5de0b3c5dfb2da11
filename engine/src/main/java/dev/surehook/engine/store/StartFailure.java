package dev.surehook.engine.store;

/** A store cannot be opened. The message is one line that says what to do. */
public final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StartFailure(String message) {
        super(message);
    }

    public StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
