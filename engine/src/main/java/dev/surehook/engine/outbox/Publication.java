package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.profile.Envelope;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Optional;

/**
 * An event that is to be sent to the endpoints of an account that want it.
 *
 * @param id the publisher's; it decides what is a repeat. 1 to 255 visible ASCII characters
 * @param type 1 to 255 characters
 * @param contentType of the body
 * @param body the very bytes that every endpoint gets
 * @param content SHA-256 over type, content type and bytes as they were published: a repeat with another one is a conflict
 */
public record Publication(
        AccountName account, String id, String type, String contentType, byte[] body, byte[] content) {
    public static final String JSON = "application/json";
    private static final String ID = "id";
    private static final String CONTENT_TYPE = "content type";
    private static final int MOST = 255;

    /** @throws IllegalArgumentException with one line that names the field and the rule */
    public Publication {
        requireText(ID, id);
        requireText("type", type);
        requireText(CONTENT_TYPE, contentType);
    }

    /** @param body as the publisher wrote it, to be sent like that unless it is put into an envelope */
    public Publication(AccountName account, String id, String type, String contentType, byte[] body) {
        this(account, id, type, contentType, body, digest(type, contentType, body));
    }

    /**
     * The same event with the body that is sent. What it is compared by stays: the time in an envelope is another when it is
     * published again.
     *
     * @throws Envelope.UnfitEvent when it cannot stand in the envelope
     */
    Publication in(Envelope envelope, Instant createdAt) {
        return envelope.equals(Envelope.STANDARD)
                ? this
                : new Publication(
                        account,
                        id,
                        type,
                        JSON,
                        envelope.wrap(new Envelope.Content(id, type, createdAt, account.value(), body)),
                        content);
    }

    private static void requireText(String field, String text) {
        textFault(field, text).ifPresent(fault -> {
            throw new IllegalArgumentException(fault);
        });
    }

    /** Why {@code text} cannot be the id, type or content type of an event, as one line; nothing when it can. */
    public static Optional<String> textFault(String field, String text) {
        if (text.isBlank() || text.length() > MOST) {
            return Optional.of("an event's " + field + " has 1 to " + MOST + " characters, not "
                    + (text.isBlank() ? "none" : String.valueOf(text.length())));
        }
        // Refused here: what no header can carry would be stored, and then fail at every attempt.
        if (field.equals(ID) && !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            return Optional.of("an event's id holds visible ASCII characters only, and no spaces");
        }
        if (field.equals(CONTENT_TYPE) && !text.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            return Optional.of("an event's content type holds ASCII characters only");
        }
        if (text.chars().anyMatch(c -> Character.isISOControl(c) || Character.isSurrogate((char) c))) {
            return Optional.of("an event's " + field + " holds control characters, or ones beyond the basic plane");
        }
        return Optional.empty();
    }

    /** What makes a repeat of it. The prefix keeps it apart from the keys of received events. */
    public EventKey key() {
        return key(account, id);
    }

    static EventKey key(AccountName account, String id) {
        // Neither the name of an account nor that of a source can hold a NUL.
        return EventKey.fromBytes(
                EventKey.digest(("account " + account.value() + '\0' + id).getBytes(StandardCharsets.UTF_8)));
    }

    public EventRef ref() {
        return key().ref();
    }

    /** The reference of the event that {@code account} published as {@code id}. */
    public static EventRef refOf(AccountName account, String id) {
        return key(account, id).ref();
    }

    private static byte[] digest(String type, String contentType, byte[] body) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((type + '\0' + contentType + '\0').getBytes(StandardCharsets.UTF_8));
            return digest.digest(body);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Never shows the body. */
    @Override
    public String toString() {
        return "Publication[" + account + " " + ref() + ", " + body.length + " bytes]";
    }
}
