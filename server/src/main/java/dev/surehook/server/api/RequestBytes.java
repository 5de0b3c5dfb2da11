package dev.surehook.server.api;

import dev.surehook.engine.profile.Fault;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/** The body of a request, as it was sent. */
final class RequestBytes {
    /** 1 MiB. */
    static final int MOST = 1 << 20;

    private RequestBytes() {}

    static byte[] of(HttpServletRequest request) {
        if (request.getContentLengthLong() > MOST) {
            throw tooLarge();
        }
        try {
            byte[] body = request.getInputStream().readNBytes(MOST + 1);
            if (body.length > MOST) {
                throw tooLarge();
            }
            return body;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nothing when the bytes are not UTF-8. What comes back has the very same bytes. */
    static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static Refused tooLarge() {
        return new Refused(
                HttpStatus.CONTENT_TOO_LARGE,
                new Fault("", "too-large", "a request has up to " + MOST + " bytes, 1 MiB"));
    }
}
