package dev.surehook.server.api;

import dev.surehook.engine.profile.Fault;
import java.util.List;
import org.springframework.http.HttpStatus;

/** The caller has to change the request: which fields break which rules. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final transient List<Fault> faults;

    Refused(HttpStatus status, String detail, List<Fault> faults) {
        super(detail);
        this.status = status;
        this.faults = List.copyOf(faults);
    }

    /** One fault, which is the detail as well. */
    Refused(HttpStatus status, Fault fault) {
        this(status, fault.text(), List.of(fault));
    }

    /** 422, with the first fault as detail. */
    static Refused unfit(List<Fault> faults) {
        String first = faults.get(0).text();
        String detail = faults.size() == 1 ? first : first + " (and " + (faults.size() - 1) + " more, see errors)";
        return new Refused(HttpStatus.UNPROCESSABLE_CONTENT, detail, faults);
    }

    static Refused unfit(String field, String rule, String text) {
        return unfit(List.of(new Fault(field, rule, text)));
    }

    HttpStatus status() {
        return status;
    }

    List<Fault> faults() {
        return faults;
    }
}
