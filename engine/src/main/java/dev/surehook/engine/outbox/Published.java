package dev.surehook.engine.outbox;

/** What became of a publication in the store. */
public enum Published {
    /** Stored; its deliveries follow. */
    STORED,
    /** It was published before, with the same content: nothing is sent again. */
    REPEATED,
    /** Its id was published before with other content, which stays. This is recorded. */
    CONFLICT,
    /** There is no such account. */
    NO_ACCOUNT
}
