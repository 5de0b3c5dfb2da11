package dev.surehook.engine.secret;

/** A sealed secret does not open. The message is one line that names whose it is and why, and holds nothing of it. */
public final class UnopenableSecret extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnopenableSecret(String message) {
        super(message);
    }
}
