package dev.surehook.benchmarks.reference;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verifies, parses, stores with one insert, answers. */
@RestController
class YCloudController {

    private static final String INSERT =
            "insert into events (id, type, received_at, body) values (?, ?, ?, ?) on conflict do nothing";

    private final YCloudSignature signature;
    private final JsonMapper json;
    private final JdbcTemplate jdbc;

    YCloudController(YCloudSignature signature, JsonMapper json, JdbcTemplate jdbc) {
        this.signature = signature;
        this.json = json;
        this.jdbc = jdbc;
    }

    @PostMapping("/in/ycloud")
    ResponseEntity<Void> receive(
            @RequestHeader(name = "YCloud-Signature", required = false) @Nullable String header,
            @RequestBody byte[] body) {
        if (header == null || !signature.matches(header, body)) {
            return ResponseEntity.status(HttpStatus.UNAUTHORIZED).build();
        }
        try {
            JsonNode event = json.readTree(body);
            JsonNode id = event.path("id");
            JsonNode type = event.path("type");
            if (!id.isString() || !type.isString()) {
                return ResponseEntity.badRequest().build();
            }
            jdbc.update(INSERT, id.asString(), type.asString(), System.currentTimeMillis(), body);
            return ResponseEntity.noContent().build();
        } catch (JacksonException e) {
            return ResponseEntity.badRequest().build();
        }
    }
}
