package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.ResendWish;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.outbox.SendingLog.DeliveryDetail;
import dev.surehook.engine.profile.Fault;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.profile.SendingProfile.End;
import dev.surehook.engine.work.OneLine;
import dev.surehook.server.sending.SendingSide;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Deliveries of an account: look, resend, cancel. */
@RestController
@RequestMapping("/v1/accounts/{account}/deliveries")
class DeliveriesController {
    private static final int MOST_REASON = 200;

    private final SendingSide sending;
    private final KnownAccounts accounts;

    DeliveriesController(SendingSide sending, KnownAccounts accounts) {
        this.sending = sending;
        this.accounts = accounts;
    }

    private SendingLog log() {
        return sending.store().log();
    }

    /** By event, the newest first. */
    @GetMapping
    DeliveryView.Page list(@PathVariable String account, @RequestParam Map<String, String> parameters) {
        SendingLog.Page<Delivery> page =
                log().deliveries(accounts.name(account), DeliveryFilter.ofDeliveries(parameters));
        return new DeliveryView.Page(
                page.rows().stream().map(DeliveryView::of).toList(), page.next().orElse(null));
    }

    @GetMapping("/{ref}")
    DeliveryDetailView show(@PathVariable String account, @PathVariable String ref) {
        return DeliveryDetailView.of(find(accounts.account(account), ref));
    }

    /** Once more, with the same id and bytes. */
    @PostMapping("/{ref}/resend")
    ResponseEntity<DeliveryView> resend(@PathVariable String account, @PathVariable String ref) {
        Account owner = accounts.account(account);
        Delivery delivery = find(owner, ref).delivery();
        SendingProfile profile = accounts.profile(owner);
        Optional<End> end = ResendWish.endOf(delivery.state());
        if (end.isPresent() && !profile.resend().from().contains(end.get())) {
            throw conflict("the account's profile resends nothing that is "
                    + delivery.state().label());
        }
        int used =
                profile.resend().newSchedule() ? 0 : profile.retries().delays().size();
        switch (log().resend(owner.name(), delivery.ref(), used)) {
            case QUEUED -> sending.running().sending().signal();
            case WAITING ->
                throw conflict("it is " + find(owner, ref).delivery().state().label() + ": it is on its way already");
            case WITHDRAWN -> throw conflict("it was cancelled for good when its endpoint was edited");
            case SWITCHED_OFF -> throw conflict("its endpoint is switched off: enable it first");
            case ENDPOINT_GONE -> throw NoSuch.endpoint();
            case NOT_FOUND -> throw NoSuch.delivery();
        }
        return ResponseEntity.accepted().body(DeliveryView.of(find(owner, ref).delivery()));
    }

    @PostMapping("/{ref}/cancel")
    DeliveryView cancel(@PathVariable String account, @PathVariable String ref, HttpServletRequest request) {
        Account owner = accounts.account(account);
        Delivery delivery = find(owner, ref).delivery();
        Fields fields = Fields.of(RequestBytes.of(request), Set.of("reason"));
        String reason =
                fields.text("reason").map(text -> OneLine.of(text, MOST_REASON)).orElse("cancelled by hand");
        fields.orThrow();
        switch (log().cancel(owner.name(), delivery.ref(), reason)) {
            case CANCELLED -> {}
            case SENDING -> throw conflict("an attempt is under way: try again when it has ended");
            case OVER ->
                throw conflict("it does not wait: it is "
                        + find(owner, ref).delivery().state().label());
            case NOT_FOUND -> throw NoSuch.delivery();
        }
        return DeliveryView.of(find(owner, ref).delivery());
    }

    private DeliveryDetail find(Account owner, String ref) {
        return DeliveryRef.parse(ref)
                .flatMap(parsed -> log().delivery(owner.name(), parsed))
                .orElseThrow(NoSuch::delivery);
    }

    private static Refused conflict(String text) {
        return new Refused(HttpStatus.CONFLICT, text, List.of(new Fault("state", "delivery-state", text)));
    }
}
