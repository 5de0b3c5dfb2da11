package dev.surehook.engine;

/**
 * The database did not do what was asked: it is down, locked, full or too slow. Nothing is known to be stored; what was
 * under way may still have been committed.
 */
public final class StoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StoreUnavailable(String message, Throwable cause) {
        super(message, cause);
    }

    public StoreUnavailable(String message) {
        super(message);
    }
}
