package dev.surehook.spring.actuate;

import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.store.EventLog;
import dev.surehook.spring.SurehookReceiver;
import dev.surehook.spring.observe.MissingWork;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * {@code /actuator/surehook}: lists and shows events, replays and parks them. Parameters that may be absent say so twice:
 * Spring Boot 3.5 knows only Spring's own annotation.
 */
@Endpoint(id = "surehook")
public final class SurehookEndpoint {
    private static final int PAGE = 50;
    private static final String NO_SUCH_EVENT = "no such event";

    private final SurehookReceiver receiver;

    public SurehookEndpoint(SurehookReceiver receiver) {
        this.receiver = receiver;
    }

    /** A request that cannot be answered; the text says what can. */
    private static final class Mistake extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Mistake(String text) {
            super(text);
        }
    }

    /**
     * Events, newest first; 400, with the reason, when the question is none.
     *
     * @param state {@code ready}, {@code blocked}, {@code retrying}, {@code parked}, {@code processed} or {@code ignored}
     * @param before the {@code next} of the page before
     * @param limit 1 to 500, 50 when absent
     */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> events(
            @Nullable @org.springframework.lang.Nullable String source,
            @Nullable @org.springframework.lang.Nullable String state,
            @Nullable @org.springframework.lang.Nullable String type,
            @Nullable @org.springframework.lang.Nullable Long before,
            @Nullable @org.springframework.lang.Nullable Integer limit) {
        return answered(() -> {
            EventLog.Page page = receiver.engine().log().list(query(source, state, type, before, limit));
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put(
                    "events", page.events().stream().map(SurehookEndpoint::view).toList());
            if (page.next() != 0) {
                answer.put("next", page.next());
            }
            return new WebEndpointResponse<>(answer);
        });
    }

    /** Spring Boot would answer its own exception with 400 too, and leave out what was wrong. */
    private static WebEndpointResponse<Map<String, Object>> answered(
            Supplier<WebEndpointResponse<Map<String, Object>>> operation) {
        try {
            return operation.get();
        } catch (Mistake e) {
            return new WebEndpointResponse<>(
                    Map.of("error", String.valueOf(e.getMessage())), WebEndpointResponse.STATUS_BAD_REQUEST);
        }
    }

    private static EventLog.Query query(
            @Nullable String source,
            @Nullable String state,
            @Nullable String type,
            @Nullable Long before,
            @Nullable Integer limit) {
        try {
            return new EventLog.Query(
                    Optional.ofNullable(source).map(SourceName::new),
                    Optional.ofNullable(state).map(word -> EventState.valueOf(word.toUpperCase(Locale.ROOT))),
                    Optional.ofNullable(type),
                    Optional.empty(),
                    Optional.empty(),
                    before == null ? 0 : before,
                    limit == null ? PAGE : limit);
        } catch (IllegalArgumentException e) {
            throw new Mistake("state is ready, blocked, retrying, parked, processed or ignored; limit 1 to 500;"
                    + " source the name of a source");
        }
    }

    /**
     * One event with its attempts; 404 when there is none, 400 when it is no reference.
     *
     * @param body also shows the body, as Base64
     */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> event(
            @Selector String ref, @Nullable @org.springframework.lang.Nullable Boolean body) {
        return answered(() -> receiver.engine()
                .log()
                .find(parsed(ref))
                .map(detail -> new WebEndpointResponse<>(view(detail, Boolean.TRUE.equals(body))))
                .orElseGet(SurehookEndpoint::none));
    }

    /**
     * Replays or parks one event; 404 when there is none, 400 when the action or the reference is none.
     *
     * @param reason why it is parked
     */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> steer(
            @Selector String ref, String action, @Nullable @org.springframework.lang.Nullable String reason) {
        return answered(() -> {
            EventRef event = parsed(ref);
            String result = switch (action) {
                case "replay" -> replayed(receiver.engine().replay(event));
                case "park" -> parked(event, reason == null ? "parked by an operator" : reason);
                default -> throw new Mistake("there is no action \"" + action + "\": action is replay or park");
            };
            return result.equals(NO_SUCH_EVENT) ? none() : new WebEndpointResponse<>(Map.of("result", result));
        });
    }

    /** Nothing alone would be answered with 204, as if something had been done. */
    private static WebEndpointResponse<Map<String, Object>> none() {
        return new WebEndpointResponse<>(Map.of("result", NO_SUCH_EVENT), WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private String parked(EventRef event, String reason) {
        EventLog log = receiver.engine().log();
        if (log.park(event, reason)) {
            return "parked";
        }
        return log.find(event).isPresent() ? "nothing waits" : NO_SUCH_EVENT;
    }

    private static String replayed(EventLog.Replay replay) {
        return switch (replay) {
            case QUEUED -> "queued";
            case ALREADY_WAITING -> "already waiting";
            case ERASED -> "erased";
            case NOT_FOUND -> NO_SUCH_EVENT;
        };
    }

    private static EventRef parsed(String ref) {
        return EventRef.parse(ref)
                .orElseThrow(() -> new Mistake("\"" + ref + "\" is no event: they are named by their ref, evt_ and 32"
                        + " hexadecimal digits, which is not the id that the provider gave"));
    }

    private static Map<String, Object> view(EventLog.Summary event) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("ref", event.ref().toString());
        view.put("source", event.source().value());
        view.put("id", event.id());
        view.put("type", event.type());
        view.put("receivedAt", event.receivedAt());
        view.put("size", event.size());
        view.put("state", event.state().name().toLowerCase(Locale.ROOT));
        view.put("attempts", event.attempts());
        event.reason().ifPresent(reason -> view.put("reason", reason));
        if (MissingWork.lacksWork(event)) {
            view.put("reason", MissingWork.REASON);
        }
        event.nextAttemptAt().ifPresent(at -> view.put("nextAttemptAt", at));
        return view;
    }

    private static Map<String, Object> view(EventLog.Detail detail, boolean body) {
        Map<String, Object> view = view(detail.summary());
        view.put("sha256", detail.sha256());
        List<Map<String, Object>> attempts =
                detail.attempts().stream().map(SurehookEndpoint::view).toList();
        view.put("history", attempts);
        view.put("conflicts", detail.conflicts().size());
        if (body) {
            view.put("body", Base64.getEncoder().encodeToString(detail.event().body()));
        }
        return view;
    }

    private static Map<String, Object> view(EventLog.AttemptRow attempt) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("attempt", attempt.number());
        view.put("startedAt", attempt.startedAt());
        view.put("tookMillis", attempt.took().toMillis());
        view.put("outcome", attempt.outcome());
        view.put("detail", attempt.detail());
        return view;
    }
}
