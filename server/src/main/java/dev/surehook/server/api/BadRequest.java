package dev.surehook.server.api;

import dev.surehook.engine.profile.Fault;
import java.util.List;

/** The caller has to change the request; the message says how. */
final class BadRequest extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    BadRequest(String message) {
        super(message);
        this.faults = List.of();
    }

    /** @param field the parameter that breaks the rule */
    BadRequest(String field, String rule, String message) {
        super(message);
        this.faults = List.of(new Fault(field, rule, message));
    }

    List<Fault> faults() {
        return faults;
    }
}
