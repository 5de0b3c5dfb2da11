package dev.surehook.engine.profile;

import dev.surehook.engine.endpoint.Quoted;
import dev.surehook.engine.profile.Envelope.Content;
import dev.surehook.engine.profile.Envelope.UnfitEvent;
import dev.surehook.engine.source.TypePatterns;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A member of a JSON envelope, by what it says. */
public sealed interface JsonMember {
    /** Whose name depends on the event only for the payload. */
    String nameFor(Content event);

    void value(Content event, JsonEnvelope.Text text);

    /** The event's id. */
    record Id(String name) implements JsonMember {
        @Override
        public String nameFor(Content event) {
            return name;
        }

        @Override
        public void value(Content event, JsonEnvelope.Text text) {
            text.string(event.id());
        }
    }

    /** The event's type. */
    record Type(String name) implements JsonMember {
        @Override
        public String nameFor(Content event) {
            return name;
        }

        @Override
        public void value(Content event, JsonEnvelope.Text text) {
            text.string(event.type());
        }
    }

    /** When the event was published, RFC 3339 in UTC with three digits of the second. */
    record CreatedAt(String name) implements JsonMember {
        private static final DateTimeFormatter FORM =
                DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

        @Override
        public String nameFor(Content event) {
            return name;
        }

        @Override
        public void value(Content event, JsonEnvelope.Text text) {
            text.string(FORM.format(event.createdAt()));
        }
    }

    /**
     * Whose event it is.
     *
     * @param asNumber whether the account's name is a number and written as one
     */
    record Account(String name, boolean asNumber) implements JsonMember {
        private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

        @Override
        public String nameFor(Content event) {
            return name;
        }

        @Override
        public void value(Content event, JsonEnvelope.Text text) {
            if (!asNumber) {
                text.string(event.account());
            } else if (NUMBER.matcher(event.account()).matches()) {
                text.raw(event.account().getBytes(StandardCharsets.US_ASCII));
            } else {
                throw new UnfitEvent("this profile sends the account as a number of up to 18 digits, and "
                        + Quoted.of(event.account()) + " is none");
            }
        }
    }

    /** The same text in every event. */
    record Fixed(String name, String text) implements JsonMember {
        @Override
        public String nameFor(Content event) {
            return name;
        }

        @Override
        public void value(Content event, JsonEnvelope.Text out) {
            out.string(text);
        }
    }

    /**
     * The payload.
     *
     * @param names by pattern of the type, with {@code *} for any run of characters; of several that fit the closest
     * @param otherwise the name where none fits; without one such a type cannot be published
     */
    record Payload(Map<String, String> names, Optional<String> otherwise) implements JsonMember {
        public Payload {
            names = Map.copyOf(names);
        }

        public static Payload named(String name) {
            return new Payload(Map.of(), Optional.of(name));
        }

        @Override
        public String nameFor(Content event) {
            String best = null;
            int closest = TypePatterns.NO_FIT;
            for (Map.Entry<String, String> candidate : names.entrySet()) {
                int closeness = TypePatterns.closeness(List.of(candidate.getKey()), event.type());
                if (closeness > closest) {
                    closest = closeness;
                    best = candidate.getValue();
                }
            }
            return Optional.ofNullable(best)
                    .or(() -> otherwise)
                    .orElseThrow(() -> new UnfitEvent(
                            "this profile has no member for the payload of type " + Quoted.of(event.type())));
        }

        @Override
        public void value(Content event, JsonEnvelope.Text text) {
            text.raw(event.payload());
        }
    }
}
