package dev.surehook.server.api;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** An event is in a state in which the wish cannot be granted. */
final class Conflict {
    private Conflict() {}

    static ResponseEntity<Object> because(String detail) {
        return ResponseEntity.status(HttpStatus.CONFLICT)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, detail));
    }
}
