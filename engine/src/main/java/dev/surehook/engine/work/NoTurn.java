package dev.surehook.engine.work;

/** There was no room on the database to begin with an attempt while its lease still left time for it. */
public final class NoTurn extends Exception {
    private static final long serialVersionUID = 1;

    public NoTurn(String message) {
        super(message);
    }

    public NoTurn(String message, Throwable cause) {
        super(message, cause);
    }
}
