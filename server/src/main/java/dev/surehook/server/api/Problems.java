package dev.surehook.server.api;

import dev.surehook.engine.StoreUnavailable;
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
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(problem.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail noSuchEvent(NoSuchEvent problem) {
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
