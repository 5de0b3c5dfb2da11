package dev.surehook.spring;

/** Writes payloads with the application's own JSON mapper. There is one for each generation of Jackson. */
@FunctionalInterface
public interface PayloadWriter {
    /** @throws IllegalArgumentException when the mapper cannot write the object */
    byte[] write(Object payload);
}
