package dev.surehook.engine.source;

/** What becomes of an event that carries no usable id, at a provider that does not promise one. */
public enum WithoutId {
    /** Refused as malformed. */
    REFUSE,
    /** The SHA-256 of its body is its id: an identical body is a duplicate. */
    BODY_HASH,
    /** It gets an id of its own and is never a duplicate. */
    KEEP_ALL
}
