package dev.surehook.engine.target;

import java.net.UnknownHostException;

/** A host that must not be dialled. An unknown one to the client, which knows no other way to be told. */
public final class AddressRefused extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    AddressRefused(Refusal refusal) {
        super(refusal.text());
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }
}
