package dev.surehook.server.api;

import dev.surehook.engine.outbox.ResendWish;
import dev.surehook.engine.profile.Fault;
import dev.surehook.server.sending.SendingSide;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What an endpoint gets after an outage. */
@RestController
@RequestMapping("/v1/accounts/{account}/endpoints/{ref}")
class EndpointRecoveryController {
    private final SendingSide sending;
    private final OwnEndpoints endpoints;
    private final NewJobs jobs;

    EndpointRecoveryController(SendingSide sending, OwnEndpoints endpoints, NewJobs jobs) {
        this.sending = sending;
        this.endpoints = endpoints;
        this.jobs = jobs;
    }

    /** All that was not delivered since a time. */
    @PostMapping("/recover")
    ResponseEntity<JobView> recover(
            @PathVariable String account, @PathVariable String ref, HttpServletRequest request) {
        OwnEndpoints.Owned owned = endpoints.find(account, ref);
        Fields fields = Fields.of(RequestBytes.of(request), Set.of("since"));
        Optional<Instant> since = fields.time("since");
        if (since.isEmpty()) {
            fields.addAll(
                    List.of(new Fault("since", "missing", "since is the time from which on deliveries are recovered")));
        }
        if (since.isPresent() && since.get().isAfter(sending.clock().instant())) {
            fields.fault("since", "future", "since lies in the future");
        }
        fields.orThrow();
        return jobs.start(
                owned.account(), ResendWish.recovering(Optional.of(owned.ref()), since.orElseThrow()), request);
    }

    /** All that was kept while it was switched off. */
    @PostMapping("/resume-backlog")
    ResponseEntity<JobView> resumeBacklog(
            @PathVariable String account, @PathVariable String ref, HttpServletRequest request) {
        OwnEndpoints.Owned owned = endpoints.find(account, ref);
        Fields.of(RequestBytes.of(request), Set.of()).orThrow();
        return jobs.start(owned.account(), ResendWish.backlogOf(owned.ref()), request);
    }
}
