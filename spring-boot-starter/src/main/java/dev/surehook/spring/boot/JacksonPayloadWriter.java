package dev.surehook.spring.boot;

import dev.surehook.spring.PayloadWriter;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Writes payloads with the application's Jackson 3 mapper. */
record JacksonPayloadWriter(JsonMapper mapper) implements PayloadWriter {
    @Override
    public byte[] write(Object payload) {
        try {
            return mapper.writeValueAsBytes(payload);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "the payload cannot be written as JSON: "
                            + payload.getClass().getSimpleName(),
                    e);
        }
    }
}
