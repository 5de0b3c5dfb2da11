package dev.surehook.server.api;

import dev.surehook.engine.access.AccountKey;
import dev.surehook.engine.access.AccountKeyStore;
import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.profile.Fault;
import dev.surehook.server.sending.SendingSide;
import dev.surehook.server.start.ApiKey;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Keys that are good for one account: make, list, revoke. For the operator. */
@RestController
@RequestMapping("/v1/keys")
class KeysController {
    private static final int MOST_OF_AN_ACCOUNT = 100;
    private static final int LONGEST_NAME = 100;
    private static final int PAGE = 500;
    private static final Pattern REF = Pattern.compile("key_[0-9a-f]{32}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SendingSide sending;

    KeysController(SendingSide sending) {
        this.sending = sending;
    }

    private AccountKeyStore keys() {
        return sending.store().keys();
    }

    @PostMapping
    ResponseEntity<KeyView> make(HttpServletRequest request) {
        Fields fields = Fields.of(RequestBytes.of(request), Set.of("account", "name"));
        Optional<Account> account = account(fields);
        String name = fields.text("name").orElse("");
        if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            fields.fault("name", "name", "a name has up to " + LONGEST_NAME + " characters, and no control characters");
        }
        fields.orThrow();
        String made = ApiKey.makeForAccount();
        byte[] random = new byte[16];
        RANDOM.nextBytes(random);
        String ref = "key_" + HexFormat.of().formatHex(random);
        AccountKey key = keys().add(account.orElseThrow().name(), ref, ApiKey.sha256(made), name, MOST_OF_AN_ACCOUNT)
                .orElseThrow(() -> new Refused(
                        HttpStatus.CONFLICT,
                        new Fault("keys", "too-many", "the account has " + MOST_OF_AN_ACCOUNT + " keys already")));
        return ResponseEntity.created(URI.create("/api/v1/keys/" + ref)).body(KeyView.of(key, made));
    }

    private Optional<Account> account(Fields fields) {
        if (!fields.has("account")) {
            fields.fault("account", "missing", "account is missing: whose key it is to be");
        }
        return fields.text("account").flatMap(name -> {
            Optional<Account> account =
                    parsed(name).flatMap(parsed -> sending.store().endpoints().account(parsed));
            if (account.isEmpty()) {
                fields.fault("account", "unknown", "there is no account " + OneWord.of(name));
            }
            return account;
        });
    }

    private static Optional<AccountName> parsed(String name) {
        try {
            return Optional.of(new AccountName(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @GetMapping
    Page list(@RequestParam Map<String, String> parameters) {
        QueryValues values = QueryValues.of(parameters, Set.of("account", "cursor", "limit"));
        int limit = values.limit(PAGE);
        List<AccountKey> keys = keys().list(
                        values.read("account", AccountName::new, "the name of an account"),
                        values.read("cursor", KeysController::ref, "what next_cursor of the page before said")
                                .orElse(""),
                        limit);
        return new Page(
                keys.stream().map(key -> KeyView.of(key, null)).toList(),
                keys.size() < limit ? null : keys.get(limit - 1).ref());
    }

    private static String ref(String text) {
        if (!REF.matcher(text).matches()) {
            throw new IllegalArgumentException("no key");
        }
        return text;
    }

    /** It opens nothing from now on. */
    @DeleteMapping("/{ref}")
    ResponseEntity<Void> revoke(@PathVariable String ref) {
        if (!REF.matcher(ref).matches() || !keys().revoke(ref)) {
            throw NoSuch.key();
        }
        return ResponseEntity.status(HttpStatus.NO_CONTENT).build();
    }

    /** @param key only in the answer that made it */
    record KeyView(
            String ref,
            String account,
            String name,
            Instant createdAt,
            @Nullable String key) {
        static KeyView of(AccountKey key, @Nullable String made) {
            return new KeyView(key.ref(), key.account().value(), key.name(), key.createdAt(), made);
        }
    }

    record Page(List<KeyView> keys, @Nullable String nextCursor) {}
}
