package dev.surehook.server.api;

import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * An answer as it is kept.
 *
 * @param contentType empty for none
 * @param location likewise
 */
record KeptAnswer(int status, String contentType, String location, byte[] body) {

    static KeptAnswer of(ContentCachingResponseWrapper response) {
        String type = response.getContentType();
        String location = response.getHeader("Location");
        return new KeptAnswer(
                response.getStatus(),
                type == null ? "" : type,
                location == null ? "" : location,
                response.getContentAsByteArray());
    }

    static KeptAnswer read(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new KeptAnswer(in.readInt(), in.readUTF(), in.readUTF(), in.readAllBytes());
        }
    }

    byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(status);
            out.writeUTF(contentType);
            out.writeUTF(location);
            out.write(body);
        }
        return bytes.toByteArray();
    }

    void sendTo(HttpServletResponse response) throws IOException {
        response.setStatus(status);
        if (!contentType.isEmpty()) {
            response.setContentType(contentType);
        }
        if (!location.isEmpty()) {
            response.setHeader("Location", location);
        }
        response.setHeader("Idempotency-Replayed", "true");
        response.getOutputStream().write(body);
    }
}
