package dev.surehook.spring.boot3;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.surehook.spring.PayloadWriter;

/** Writes payloads with the application's Jackson 2 mapper. */
record JacksonPayloadWriter(ObjectMapper mapper) implements PayloadWriter {
    @Override
    public byte[] write(Object payload) {
        try {
            return mapper.writeValueAsBytes(payload);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "the payload cannot be written as JSON: "
                            + payload.getClass().getSimpleName(),
                    e);
        }
    }
}
