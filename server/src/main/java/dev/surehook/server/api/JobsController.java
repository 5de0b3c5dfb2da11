package dev.surehook.server.api;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.outbox.JobRef;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.ResendJobStore;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.profile.Fault;
import dev.surehook.server.sending.SendingSide;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Jobs of an account: how far they are, and stop. */
@RestController
@RequestMapping("/v1/accounts/{account}/jobs")
class JobsController {
    private final SendingSide sending;
    private final KnownAccounts accounts;

    JobsController(SendingSide sending, KnownAccounts accounts) {
        this.sending = sending;
        this.accounts = accounts;
    }

    /** The newest first. */
    @GetMapping
    JobView.Page list(@PathVariable String account, @RequestParam Map<String, String> parameters) {
        AccountName owner = accounts.name(account);
        QueryValues values = QueryValues.of(parameters, Set.of("cursor", "limit"));
        Optional<String> cursor = values.read(
                "cursor", text -> Long.toString(Long.parseLong(text)), "what next_cursor of the page before said");
        SendingLog.Page<ResendJob> page =
                sending.store().jobs().jobs(owner, cursor, values.limit(SendingLog.Filter.MOST));
        return new JobView.Page(
                page.rows().stream().map(JobView::of).toList(), page.next().orElse(null));
    }

    @GetMapping("/{ref}")
    JobView show(@PathVariable String account, @PathVariable String ref) {
        AccountName owner = accounts.name(account);
        return JobRef.parse(ref)
                .flatMap(parsed -> sending.store().jobs().job(owner, parsed))
                .map(JobView::of)
                .orElseThrow(NoSuch::job);
    }

    /** What it has queued is sent; the rest stays as it is. */
    @PostMapping("/{ref}/cancel")
    JobView cancel(@PathVariable String account, @PathVariable String ref) {
        AccountName owner = accounts.name(account);
        JobRef parsed = JobRef.parse(ref).orElseThrow(NoSuch::job);
        ResendJobStore.Cancelled cancelled =
                sending.running().sending().jobs().cancel(owner, parsed).orElseThrow(NoSuch::job);
        if (!cancelled.stopped()) {
            String text = "it does not run: it is " + cancelled.job().state().label();
            throw new Refused(HttpStatus.CONFLICT, new Fault("state", "job-state", text));
        }
        return JobView.of(cancelled.job());
    }
}
