package dev.surehook.server.api;

import dev.surehook.engine.profile.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/** The caller has to change the request: which fields break which rules. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final transient List<Fault> faults;
    private final transient Optional<Duration> retryAfter;

    Refused(HttpStatus status, String detail, List<Fault> faults) {
        this(status, detail, faults, Optional.empty());
    }

    private Refused(HttpStatus status, String detail, List<Fault> faults, Optional<Duration> retryAfter) {
        super(detail);
        this.status = status;
        this.faults = List.copyOf(faults);
        this.retryAfter = retryAfter;
    }

    /** 409, until a time that is known. */
    static Refused untilLater(Fault fault, Duration retryAfter) {
        return new Refused(HttpStatus.CONFLICT, fault.text(), List.of(fault), Optional.of(retryAfter));
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

    Optional<Duration> retryAfter() {
        return retryAfter;
    }

    HttpStatus status() {
        return status;
    }

    List<Fault> faults() {
        return faults;
    }
}
