package dev.surehook.server.api;

import dev.surehook.engine.Engine;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.work.OneLine;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Events: look, replay, park, erase. */
@RestController
@RequestMapping("/v1/events")
class EventsController {
    private final Engine engine;

    EventsController(Engine engine) {
        this.engine = engine;
    }

    @GetMapping
    EventView.Page list(@RequestParam Map<String, String> parameters) {
        EventLog.Page page = engine.log().list(EventFilter.page(parameters).query());
        return new EventView.Page(
                page.events().stream().map(EventView::of).toList(),
                page.next() == 0 ? null : Long.toString(page.next()));
    }

    @GetMapping("/{ref}")
    EventDetailView show(@PathVariable String ref) {
        return EventDetailView.of(detail(ref));
    }

    /** The exact bytes. As an attachment of no particular type, so that no browser runs what a stranger sent. */
    @GetMapping("/{ref}/body")
    ResponseEntity<byte[]> body(@PathVariable String ref) {
        EventLog.Detail detail = detail(ref);
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .header(
                        "Content-Disposition",
                        "attachment; filename=\"" + detail.summary().ref() + ".bin\"")
                .body(detail.event().body());
    }

    @PostMapping("/{ref}/replay")
    ResponseEntity<Object> replay(@PathVariable String ref) {
        return switch (engine.replay(parse(ref))) {
            case QUEUED -> ResponseEntity.accepted().body(Map.of("replayed", 1));
            case ALREADY_WAITING -> Conflict.because("it is waiting or running already");
            case ERASED -> Conflict.because("its payload was erased");
            case NOT_FOUND -> throw new NoSuchEvent();
        };
    }

    @PostMapping("/replay")
    ResponseEntity<Object> replayAll(@RequestParam Map<String, String> parameters) {
        EventFilter filter = EventFilter.replay(parameters);
        return ResponseEntity.accepted().body(Map.of("replayed", engine.replayAll(filter.query(), filter.limit())));
    }

    @PostMapping("/{ref}/park")
    ResponseEntity<Object> park(
            @PathVariable String ref, @RequestParam(defaultValue = "parked by hand") String reason) {
        EventRef event = parse(ref);
        if (engine.log().park(event, OneLine.of(reason, 200))) {
            return ResponseEntity.ok(Map.of("parked", 1));
        }
        EventLog.Detail detail = detail(ref);
        return Conflict.because(
                "it does not wait: it is " + detail.summary().state().label());
    }

    /** Id, times and attempts stay, so that a repeat is still a duplicate. */
    @DeleteMapping("/{ref}/payload")
    ResponseEntity<Void> erase(@PathVariable String ref) {
        if (!engine.log().erase(parse(ref))) {
            throw new NoSuchEvent();
        }
        return ResponseEntity.status(HttpStatus.NO_CONTENT).build();
    }

    private EventLog.Detail detail(String ref) {
        return engine.log().find(parse(ref)).orElseThrow(NoSuchEvent::new);
    }

    private static EventRef parse(String ref) {
        return EventRef.parse(ref).orElseThrow(NoSuchEvent::new);
    }
}
