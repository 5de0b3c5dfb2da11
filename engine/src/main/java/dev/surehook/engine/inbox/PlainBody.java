package dev.surehook.engine.inbox;

import dev.surehook.engine.event.Event;
import java.io.IOException;

/** A stored event's body without its compression; what is stored are the bytes as they were sent. */
public final class PlainBody {
    private PlainBody() {}

    /**
     * @param limit the most bytes that may come out
     * @throws IOException when the body is not what its Content-Encoding announces, or larger
     */
    public static byte[] of(Event event, int limit) throws IOException {
        try {
            return ContentEncoding.of(event.headers()).decode(event.body(), limit);
        } catch (ContentEncoding.Unreadable e) {
            throw new IOException(e.getMessage(), e);
        } catch (ContentEncoding.TooLargeDecoded e) {
            throw new IOException("more than " + limit + " bytes come out of the compressed body", e);
        }
    }
}
