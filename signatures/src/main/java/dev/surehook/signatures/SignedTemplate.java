package dev.surehook.signatures;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** A scheme's signed parts, prepared to be laid out as chunks of bytes; the body is never copied. */
final class SignedTemplate {
    private static final byte[] FILLED_LATER = {};

    private final List<SignedPart> parts;
    private final byte[][] literals;

    SignedTemplate(List<SignedPart> parts) {
        this.parts = parts;
        this.literals = parts.stream()
                .map(part -> part.fold(field -> FILLED_LATER, SignedPart.Literal::bytes))
                .toArray(byte[][]::new);
    }

    boolean contains(SignedPart.Field field) {
        return parts.contains(field);
    }

    /** Id and timestamp are header text, one byte for each character. */
    byte[][] chunks(SignedRequest request, String id, String timestamp) {
        byte[][] chunks = literals.clone();
        for (int i = 0; i < chunks.length; i++) {
            if (parts.get(i) instanceof SignedPart.Field field) {
                chunks[i] = bytes(field, request, id, timestamp);
            }
        }
        return chunks;
    }

    private static byte[] bytes(SignedPart.Field field, SignedRequest request, String id, String timestamp) {
        return switch (field) {
            case ID -> id.getBytes(StandardCharsets.ISO_8859_1);
            case TIMESTAMP -> timestamp.getBytes(StandardCharsets.ISO_8859_1);
            case METHOD -> request.method().getBytes(StandardCharsets.UTF_8);
            case URL -> request.url().getBytes(StandardCharsets.UTF_8);
            case BODY -> request.body();
        };
    }
}
