package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.server.sending.SendingSide;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Events of an account: publish, look. */
@RestController
@RequestMapping("/v1/accounts/{account}/events")
class PublishingController {
    private final SendingSide sending;
    private final KnownAccounts accounts;

    PublishingController(SendingSide sending, KnownAccounts accounts) {
        this.sending = sending;
        this.accounts = accounts;
    }

    /** Answers when the event is stored durably. */
    @PostMapping
    ResponseEntity<Object> publish(@PathVariable String account, HttpServletRequest request) {
        Account owner = accounts.account(account);
        Object ignored = accounts.profile(owner);
        Publication event = EventToPublish.read(owner.name(), request);
        return sending.running().sending().publish(event).fold(new PublishAnswer(event.id()));
    }

    /** The newest first. */
    @GetMapping
    PublishedView.Page list(@PathVariable String account, @RequestParam Map<String, String> parameters) {
        SendingLog.Page<SendingLog.Event> page =
                sending.store().log().events(accounts.name(account), DeliveryFilter.ofEvents(parameters));
        return new PublishedView.Page(
                page.rows().stream().map(PublishedView::of).toList(),
                page.next().orElse(null));
    }

    @GetMapping("/{ref}")
    PublishedView.DetailView show(@PathVariable String account, @PathVariable String ref) {
        return PublishedView.DetailView.of(detail(account, ref));
    }

    /** The exact bytes. As an attachment of no particular type, so that no browser runs them. */
    @GetMapping("/{ref}/body")
    ResponseEntity<byte[]> body(@PathVariable String account, @PathVariable String ref) {
        SendingLog.EventDetail detail = detail(account, ref);
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .header(
                        "Content-Disposition",
                        "attachment; filename=\"" + detail.event().ref() + ".bin\"")
                .body(detail.body());
    }

    private SendingLog.EventDetail detail(String account, String ref) {
        AccountName owner = accounts.name(account);
        return EventRef.parse(ref)
                .flatMap(parsed -> sending.store().log().event(owner, parsed))
                .orElseThrow(NoSuch::event);
    }
}
