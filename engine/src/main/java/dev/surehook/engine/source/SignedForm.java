package dev.surehook.engine.source;

/** Which bytes a sender signs when it compresses a body. The bytes on the wire are what is kept either way. */
public enum SignedForm {
    /** The bytes as sent. */
    WIRE,
    /** The bytes after decompression. */
    DECODED
}
