package dev.surehook.server.api;

import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.profile.Fault;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/**
 * What a publisher is answered.
 *
 * @param id of the event
 */
record PublishAnswer(String id) implements PublishOutcome.Cases<ResponseEntity<Object>> {

    /** @param id the publisher's, or the one that was made */
    record Kept(String ref, String id) {}

    private Kept kept(EventRef ref) {
        return new Kept(ref.value(), id);
    }

    @Override
    public ResponseEntity<Object> accepted(PublishOutcome.Accepted outcome) {
        return ResponseEntity.accepted().body(kept(outcome.ref()));
    }

    @Override
    public ResponseEntity<Object> repeated(PublishOutcome.Repeated outcome) {
        return ResponseEntity.ok(kept(outcome.ref()));
    }

    @Override
    public ResponseEntity<Object> conflicting(PublishOutcome.Conflicting outcome) {
        throw new Refused(
                HttpStatus.CONFLICT,
                new Fault(
                        "id",
                        "other-content",
                        "the id was published before with another type or payload, which stays: " + outcome.ref()));
    }

    @Override
    public ResponseEntity<Object> noSuchAccount(PublishOutcome.NoSuchAccount outcome) {
        throw NoSuch.account();
    }

    @Override
    public ResponseEntity<Object> unavailable(PublishOutcome.Unavailable outcome) {
        throw new Refused(
                HttpStatus.SERVICE_UNAVAILABLE,
                "it is not known to be stored; publish it again with the same id (" + id + ")",
                List.of());
    }
}
