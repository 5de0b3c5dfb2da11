package dev.surehook.engine.target;

/** A URL is no target. The message is the refusal's line and holds nothing of the URL's query. */
public final class TargetRefused extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    TargetRefused(Refusal refusal) {
        super(refusal.text());
        this.refusal = refusal;
    }

    TargetRefused(String rule, String text) {
        this(new Refusal(rule, text));
    }

    public Refusal refusal() {
        return refusal;
    }
}
