package dev.surehook.server.api;

import dev.surehook.engine.Engine;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.work.OneLine;
import dev.surehook.server.health.UnworkedSources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final UnworkedSources unworked;

    EventsController(Engine engine, UnworkedSources unworked) {
        this.engine = engine;
        this.unworked = unworked;
    }

    @GetMapping
    EventView.Page list(@RequestParam Map<String, String> parameters) {
        EventFilter filter = EventFilter.page(parameters);
        if (filter.id().isPresent()) {
            return new EventView.Page(
                    ProvidersId.find(engine.log(), filter.id().get(), filter).stream()
                            .map(EventView::of)
                            .toList(),
                    null);
        }
        EventLog.Page page = engine.log().list(filter.query());
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
        if (detail.erasedAt().isPresent()) {
            throw new Erased(detail.erasedAt().get());
        }
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .header(
                        "Content-Disposition",
                        "attachment; filename=\"" + detail.summary().ref() + ".bin\"")
                .body(detail.event().body());
    }

    @PostMapping("/{ref}/replay")
    ResponseEntity<Object> replay(@PathVariable String ref) {
        EventLog.Detail detail = detail(ref);
        Optional<String> nobody = unworked.why(detail.summary().source());
        if (nobody.isPresent() && detail.erasedAt().isEmpty()) {
            return Conflict.because(nobody.get());
        }
        return switch (engine.replay(parse(ref))) {
            case QUEUED -> ResponseEntity.accepted().body(Map.of("replayed", 1));
            case ALREADY_WAITING -> Conflict.because("it is waiting or running already");
            case ERASED -> Conflict.because("its payload was erased");
            case NOT_FOUND -> throw NoSuch.event();
        };
    }

    @PostMapping("/replay")
    ResponseEntity<Object> replayAll(@RequestParam Map<String, String> parameters) {
        EventFilter filter = EventFilter.replay(parameters);
        Optional<String> nobody = filter.query().source().flatMap(unworked::why);
        if (nobody.isPresent()) {
            return Conflict.because(nobody.get());
        }
        return ResponseEntity.accepted().body(Map.of("replayed", replayAll(filter)));
    }

    /** Only of sources whose events somebody works off: what nobody takes would wait for ever. */
    private long replayAll(EventFilter filter) {
        if (filter.id().isPresent()) {
            return ProvidersId.find(engine.log(), filter.id().get(), filter).stream()
                    .filter(event -> unworked.why(event.source()).isEmpty())
                    .filter(event -> engine.replay(event.ref()) == EventLog.Replay.QUEUED)
                    .count();
        }
        int replayed = 0;
        for (SourceName source : sources(filter)) {
            replayed += engine.replayAll(filter.query().of(source), filter.limit() - replayed);
        }
        return replayed;
    }

    private List<SourceName> sources(EventFilter filter) {
        return filter.query()
                .source()
                .map(List::of)
                .orElseGet(() -> engine.sources().stream()
                        .map(Source::name)
                        .filter(name -> unworked.why(name).isEmpty())
                        .toList());
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
            throw NoSuch.event();
        }
        return ResponseEntity.status(HttpStatus.NO_CONTENT).build();
    }

    private EventLog.Detail detail(String ref) {
        return engine.log().find(parse(ref)).orElseThrow(NoSuch::event);
    }

    private static EventRef parse(String ref) {
        return EventRef.parse(ref).orElseThrow(NoSuch::event);
    }
}
