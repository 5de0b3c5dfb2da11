package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.profile.Fault;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.server.sending.SendingSide;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Accounts as a path names them. */
@Component
class KnownAccounts {
    private final SendingSide sending;

    KnownAccounts(SendingSide sending) {
        this.sending = sending;
    }

    /** @throws NoSuch when there is none */
    Account account(String name) {
        return sending.store().endpoints().account(parse(name)).orElseThrow(NoSuch::account);
    }

    AccountName name(String name) {
        return account(name).name();
    }

    private static AccountName parse(String name) {
        try {
            return new AccountName(name);
        } catch (IllegalArgumentException e) {
            throw NoSuch.account();
        }
    }

    /** @throws Refused when this server was not told of the account's profile */
    SendingProfile profile(Account account) {
        return sending.profiles()
                .byName(account.profile())
                .orElseThrow(() -> new Refused(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "the account has the profile " + OneWord.of(account.profile())
                                + ", which this server does not know: configure it under surehook.profiles",
                        List.of(new Fault("profile", "unknown", "no profile of that name is configured"))));
    }
}
