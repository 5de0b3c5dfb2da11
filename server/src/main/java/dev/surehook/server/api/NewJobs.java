package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.ResendJobStore;
import dev.surehook.engine.outbox.ResendJobStore.NotStarted;
import dev.surehook.engine.outbox.ResendJobStore.Running;
import dev.surehook.engine.outbox.ResendWish;
import dev.surehook.engine.profile.Fault;
import dev.surehook.server.sending.SendingSide;
import jakarta.servlet.http.HttpServletRequest;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Makes jobs, as the account's profile allows it. */
@Component
class NewJobs {
    private final SendingSide sending;
    private final KnownAccounts accounts;

    NewJobs(SendingSide sending, KnownAccounts accounts) {
        this.sending = sending;
        this.accounts = accounts;
    }

    ResponseEntity<JobView> start(Account account, ResendWish wish, HttpServletRequest request) {
        ResendWish allowed = wish.under(accounts.profile(account));
        requireAllowed(wish, allowed);
        String by = Caller.of(request).account().map(AccountName::value).orElse("operator");
        ResendJobStore.Started started = sending.running().sending().jobs().start(account.name(), allowed, by);
        if (started instanceof Running running) {
            return ResponseEntity.accepted().body(JobView.of(running.job()));
        }
        throw refused((NotStarted) started);
    }

    /** What was named and may not be resent is refused; what is meant by "everything" goes without it. */
    private static void requireAllowed(ResendWish wish, ResendWish allowed) {
        boolean named = wish.kind() == ResendWish.Kind.RESEND;
        if (allowed.states().isEmpty() || (named && !allowed.states().equals(wish.states()))) {
            String text = "the account's profile resends nothing that is "
                    + wish.states().stream()
                            .filter(state -> !allowed.states().contains(state))
                            .sorted()
                            .map(DeliveryState::label)
                            .collect(Collectors.joining(" or "));
            throw new Refused(HttpStatus.CONFLICT, new Fault("states", "resend-rule", text));
        }
    }

    private static RuntimeException refused(NotStarted why) {
        return switch (why) {
            case NO_ACCOUNT -> NoSuch.account();
            case NO_ENDPOINT -> NoSuch.endpoint();
            case SWITCHED_OFF ->
                new Refused(
                        HttpStatus.CONFLICT,
                        new Fault("status", "endpoint-status", "the endpoint is switched off: enable it first"));
            case TOO_MANY ->
                new Refused(
                        HttpStatus.CONFLICT,
                        new Fault(
                                "account",
                                "running-jobs",
                                "the account has " + ResendJobStore.MOST_RUNNING
                                        + " jobs that run: wait for one, or cancel one"));
        };
    }
}
