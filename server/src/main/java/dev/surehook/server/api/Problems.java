package dev.surehook.server.api;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.profile.Envelope;
import dev.surehook.engine.profile.Fault;
import dev.surehook.server.start.BadStart;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Errors as problem details (RFC 9457). */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {

    @ExceptionHandler
    ProblemDetail badRequest(BadRequest problem) {
        return withErrors(HttpStatus.BAD_REQUEST, problem.getMessage(), problem.faults());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(Refused problem) {
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.status(problem.status()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE) {
            answer.header("Retry-After", "5");
        }
        problem.retryAfter().ifPresent(wait -> answer.header("Retry-After", Long.toString(wait.toSeconds())));
        return answer.body(withErrors(problem.status(), problem.getMessage(), problem.faults()));
    }

    private static ProblemDetail withErrors(HttpStatus status, @Nullable String detail, List<Fault> faults) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, String.valueOf(detail));
        if (!faults.isEmpty()) {
            problem.setProperty("errors", faults);
        }
        return problem;
    }

    /** The profile puts payloads into an envelope, and this one does not fit. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> unfit(Envelope.UnfitEvent problem) {
        return refused(Refused.unfit("payload", "envelope", String.valueOf(problem.getMessage())));
    }

    /** Sending starts with the first account, and so do the settings that it lacks. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> badStart(BadStart problem) {
        LoggerFactory.getLogger("surehook").error("sending cannot start: {}", problem.line());
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, problem.line()));
    }

    @ExceptionHandler
    ProblemDetail forbidden(CallerWalls.Forbidden problem) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.FORBIDDEN, String.valueOf(problem.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail noSuch(NoSuch problem) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, String.valueOf(problem.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> erased(Erased problem) {
        return ResponseEntity.status(HttpStatus.GONE)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.GONE, String.valueOf(problem.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unavailable(StoreUnavailable problem) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header("Retry-After", "5")
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "the store is not available"));
    }

    @ExceptionHandler
    ProblemDetail defect(RuntimeException problem) {
        LoggerFactory.getLogger("surehook").error("an API call failed by a defect", problem);
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR, "a defect; the server's log has more");
    }
}
