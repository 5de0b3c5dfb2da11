package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.server.sending.SendingSide;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Accounts, the owners of endpoints. */
@RestController
@RequestMapping("/v1/accounts")
class AccountsController {
    private static final int MOST = 500;

    private final SendingSide sending;
    private final KnownAccounts known;

    AccountsController(SendingSide sending, KnownAccounts known) {
        this.sending = sending;
        this.known = known;
    }

    /** 201 when it was made, 200 when it was there; 409 when it was there with another profile. */
    @PostMapping
    ResponseEntity<AccountView> open(HttpServletRequest request) {
        Fields fields = Fields.of(RequestBytes.of(request), Set.of("account", "profile"));
        Optional<AccountName> name = name(fields);
        Optional<String> wanted = fields.text("profile");
        String profile = wanted.orElse(sending.profiles().fallback().name());
        if (sending.profiles().byName(profile).isEmpty()) {
            fields.fault(
                    "profile",
                    "unknown",
                    "there is no profile " + OneWord.of(profile) + "; known are "
                            + String.join(
                                    ", ",
                                    sending.profiles().all().keySet().stream()
                                            .sorted()
                                            .toList()));
        }
        fields.orThrow();
        // Before the account is there: without a key for its secrets it could not have an endpoint.
        Object ignored = sending.running();
        EndpointStore store = sending.store().endpoints();
        boolean there = store.account(name.orElseThrow()).isPresent();
        Account account = store.open(name.orElseThrow(), profile);
        if (wanted.isPresent() && !account.profile().equals(profile)) {
            throw new Refused(
                    HttpStatus.CONFLICT,
                    new dev.surehook.engine.profile.Fault(
                            "profile",
                            "other-profile",
                            "the account is there and has the profile " + account.profile() + ", which stays"));
        }
        return there
                ? ResponseEntity.ok(AccountView.of(account))
                : ResponseEntity.created(URI.create("/api/v1/accounts/" + account.name()))
                        .body(AccountView.of(account));
    }

    private static Optional<AccountName> name(Fields fields) {
        if (!fields.has("account")) {
            fields.fault("account", "missing", "account is missing: a name of your own, such as a customer number");
        }
        return fields.text("account").flatMap(text -> {
            try {
                return Optional.of(new AccountName(text));
            } catch (IllegalArgumentException e) {
                fields.fault("account", "account-name", String.valueOf(e.getMessage()));
                return Optional.empty();
            }
        });
    }

    /** By name. */
    @GetMapping
    Page list(@RequestParam Map<String, String> parameters) {
        QueryValues values = QueryValues.of(parameters, Set.of("cursor", "limit"));
        int limit = values.limit(MOST);
        String after = values.read(
                        "cursor", text -> new AccountName(text).value(), "what next_cursor of the page before said")
                .orElse("");
        List<Account> accounts = sending.store().endpoints().accounts(after, limit);
        return new Page(
                accounts.stream().map(AccountView::of).toList(),
                accounts.size() < limit ? null : accounts.get(limit - 1).name().value());
    }

    @GetMapping("/{account}")
    AccountView show(@PathVariable String account) {
        return AccountView.of(known.account(account));
    }

    record AccountView(String account, String profile, Instant createdAt) {
        static AccountView of(Account account) {
            return new AccountView(account.name().value(), account.profile(), account.createdAt());
        }
    }

    record Page(List<AccountView> accounts, @Nullable String nextCursor) {}
}
