package dev.surehook.examples.byhand;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verifies a webhook, stores it once, then answers. */
@RestController
class WebhookController {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final JdbcTemplate sql;
    private final JsonMapper json;
    private final byte[] secret;

    WebhookController(JdbcTemplate sql, JsonMapper json, String secret) {
        this.sql = sql;
        this.json = json;
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
    }

    @PostMapping("/by-hand/ycloud")
    ResponseEntity<Void> receive(
            @RequestHeader(name = "YCloud-Signature", required = false) @Nullable String signature,
            @RequestBody byte[] body) {
        if (signature == null || !isSigned(signature, body)) {
            return ResponseEntity.status(401).build();
        }
        JsonNode event;
        try {
            event = json.readTree(body);
        } catch (JacksonException e) {
            return ResponseEntity.badRequest().build();
        }
        String id = event.path("id").asString("");
        String type = event.path("type").asString("");
        if (id.isEmpty() || type.isEmpty()) {
            return ResponseEntity.badRequest().build();
        }
        try {
            sql.update(
                    "INSERT INTO webhook (id, type, body, state, attempts, due_at) VALUES (?, ?, ?, 'new', 0, ?)"
                            + " ON CONFLICT (id) DO NOTHING",
                    id,
                    type,
                    body,
                    Instant.now().toEpochMilli());
        } catch (DataAccessException e) {
            return ResponseEntity.status(503).header("Retry-After", "5").build();
        }
        return ResponseEntity.noContent().build();
    }

    private boolean isSigned(String header, byte[] body) {
        String timestamp = null;
        String given = null;
        for (String part : header.split(",")) {
            String[] pair = part.strip().split("=", 2);
            if (pair.length == 2 && pair[0].equals("t")) {
                timestamp = pair[1];
            } else if (pair.length == 2 && pair[0].equals("s")) {
                given = pair[1];
            }
        }
        if (timestamp == null || given == null) {
            return false;
        }
        try {
            Instant signedAt = Instant.ofEpochSecond(Long.parseLong(timestamp));
            if (Duration.between(signedAt, Instant.now()).abs().compareTo(TOLERANCE) > 0) {
                return false;
            }
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return MessageDigest.isEqual(mac.doFinal(body), HexFormat.of().parseHex(given));
        } catch (IllegalArgumentException | java.time.DateTimeException | GeneralSecurityException e) {
            return false;
        }
    }
}
