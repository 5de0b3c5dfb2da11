package dev.surehook.engine.profile;

import dev.surehook.engine.json.JsonBody;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * A JSON object of certain members in a certain order, without white space, one of them the payload. The payload's bytes
 * go in unchanged: its numbers, escapes, white space and repeated keys are as the caller wrote them.
 */
public record JsonEnvelope(List<JsonMember> members) implements Envelope {
    public JsonEnvelope {
        members = List.copyOf(members);
        long payloads =
                members.stream().filter(JsonMember.Payload.class::isInstance).count();
        if (payloads != 1) {
            throw new IllegalArgumentException("an envelope has one member for the payload, not " + payloads);
        }
    }

    @Override
    public byte[] wrap(Content event) {
        requireJson(event.payload());
        Text text = new Text(event.payload().length + 256);
        char before = '{';
        for (JsonMember member : members) {
            text.out.write(before);
            text.string(member.nameFor(event));
            text.out.write(':');
            member.value(event, text);
            before = ',';
        }
        text.out.write('}');
        return text.out.toByteArray();
    }

    /** Else the payload could end the envelope early, or nobody could read it. */
    private static void requireJson(byte[] payload) {
        // A reader skips the mark at the beginning of a document; in the middle it is a defect.
        boolean marked = payload.length > 0 && payload[0] == (byte) 0xef;
        if (marked || JsonBody.read(payload, List.of(), JsonBody.Values.TEXTS).isEmpty()) {
            throw new UnfitEvent(
                    "the payload is not one JSON document in UTF-8, and this profile sends it as part of one");
        }
    }

    /** JSON text under construction. */
    static final class Text {
        private final ByteArrayOutputStream out;

        private Text(int size) {
            this.out = new ByteArrayOutputStream(size);
        }

        void string(String value) {
            out.write('"');
            out.writeBytes(new String(JsonStringEncoder.getInstance().quoteAsCharArray(value))
                    .getBytes(StandardCharsets.UTF_8));
            out.write('"');
        }

        /** What is JSON already. */
        void raw(byte[] json) {
            out.writeBytes(json);
        }
    }
}
