package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.profile.Envelope;
import dev.surehook.engine.profile.SendingProfile;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Puts publications into the envelope of their account's profile, which never changes. Thread-safe. */
final class Envelopes {
    private final Map<String, SendingProfile> profiles;
    private final InstantSource clock;
    private final Map<AccountName, Envelope> known = new ConcurrentHashMap<>();

    Envelopes(Map<String, SendingProfile> profiles, InstantSource clock) {
        this.profiles = Map.copyOf(profiles);
        this.clock = clock;
    }

    /** Finds an account where it is looked for. */
    @FunctionalInterface
    interface Accounts {
        Optional<Account> find(AccountName name) throws SQLException;
    }

    /**
     * As it is to be stored; unchanged where there is no such account, which the store says better.
     *
     * @throws Envelope.UnfitEvent when it cannot stand in the envelope
     * @throws IllegalStateException when this node does not know the profile
     */
    Publication wrapped(Publication publication, Accounts accounts) throws SQLException {
        Envelope envelope = known.get(publication.account());
        if (envelope == null) {
            Optional<Account> account = accounts.find(publication.account());
            if (account.isEmpty()) {
                return publication;
            }
            envelope = envelopeOf(account.get());
            known.put(publication.account(), envelope);
        }
        return publication.in(envelope, clock.instant());
    }

    private Envelope envelopeOf(Account account) {
        SendingProfile profile = profiles.get(account.profile());
        if (profile == null) {
            throw new IllegalStateException("account " + account.name() + " has the profile " + account.profile()
                    + ", which this node does not know: configure it");
        }
        return profile.envelope();
    }
}
