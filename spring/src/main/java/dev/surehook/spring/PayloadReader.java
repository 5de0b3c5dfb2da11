package dev.surehook.spring;

import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads payloads with the application's own JSON mapper. There is one for each generation of Jackson. */
public interface PayloadReader {
    /** In a path: the one member whose value is an object. */
    String THE_OBJECT = "*";

    /**
     * Reads the value at {@code path} of a JSON document as {@code type}, straight from the bytes, so that numbers keep
     * their digits.
     *
     * @param path names of members from the outside in; empty reads the whole document
     * @throws UnreadablePayload when there is no such value or it cannot be read as the type
     */
    @Nullable
    Object read(byte[] json, List<String> path, Type type) throws UnreadablePayload;
}
