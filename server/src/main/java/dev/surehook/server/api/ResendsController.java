package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.ResendWish;
import dev.surehook.engine.profile.Fault;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Sends many deliveries of an account once more. */
@RestController
@RequestMapping("/v1/accounts/{account}/resends")
class ResendsController {
    private static final String ENDED = Arrays.stream(DeliveryState.values())
            .filter(state -> !state.isQueued())
            .map(DeliveryState::label)
            .collect(Collectors.joining(", "));

    private final KnownAccounts accounts;
    private final OwnEndpoints endpoints;
    private final NewJobs jobs;

    ResendsController(KnownAccounts accounts, OwnEndpoints endpoints, NewJobs jobs) {
        this.accounts = accounts;
        this.endpoints = endpoints;
        this.jobs = jobs;
    }

    @PostMapping
    ResponseEntity<JobView> resend(@PathVariable String account, HttpServletRequest request) {
        Account owner = accounts.account(account);
        Fields fields = Fields.of(RequestBytes.of(request), Set.of("states", "endpoint", "type", "since", "until"));
        Set<DeliveryState> states = states(fields);
        Optional<EndpointRef> endpoint = endpoint(owner, fields);
        Optional<String> type = type(fields);
        Optional<Instant> since = fields.time("since");
        Optional<Instant> until = fields.time("until");
        if (since.isPresent() && until.isPresent() && !until.get().isAfter(since.get())) {
            fields.fault("until", "order", "until lies before since, or is the same: nothing is between them");
        }
        fields.orThrow();
        return jobs.start(owner, ResendWish.matching(states, endpoint, type, since, until), request);
    }

    /** They are named, so that nothing is resent that nobody thought of. */
    private static Set<DeliveryState> states(Fields fields) {
        EnumSet<DeliveryState> states = EnumSet.noneOf(DeliveryState.class);
        Optional<List<String>> texts = fields.texts("states");
        if (texts.orElse(List.of()).isEmpty()) {
            fields.addAll(List.of(new Fault("states", "missing", "states names what is resent: some of " + ENDED)));
        }
        for (String text : texts.orElse(List.of())) {
            Optional<DeliveryState> state = Arrays.stream(DeliveryState.values())
                    .filter(known -> !known.isQueued() && known.label().equals(text))
                    .findFirst();
            state.ifPresentOrElse(
                    states::add,
                    () -> fields.fault(
                            "states", "unknown", "states has some of " + ENDED + ", not " + OneWord.of(text)));
        }
        return states;
    }

    private Optional<EndpointRef> endpoint(Account owner, Fields fields) {
        Optional<String> text = fields.text("endpoint");
        Optional<EndpointRef> found = text.flatMap(EndpointRef::parse)
                .filter(ref -> endpoints.store().endpoint(owner.name(), ref).isPresent());
        if (text.isPresent() && found.isEmpty()) {
            fields.fault("endpoint", "unknown", "there is no such endpoint");
        }
        return found;
    }

    private static Optional<String> type(Fields fields) {
        Optional<String> type = fields.text("type");
        if (type.isPresent()
                && (type.get().isBlank()
                        || type.get().indexOf('*') >= 0
                        || type.get().chars().anyMatch(Character::isISOControl))) {
            fields.fault("type", "form", "type must be one whole type; * does not stand for others");
        }
        return type;
    }
}
