package dev.surehook.engine.work;

/** An effect threw, and its transaction was rolled back; the cause is what it threw. */
public final class EffectFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public EffectFailed(Exception cause) {
        super(cause);
    }
}
