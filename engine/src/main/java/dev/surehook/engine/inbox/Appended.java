package dev.surehook.engine.inbox;

/** What became of one event of a batch. */
public sealed interface Appended {

    /** It is new and durable. */
    record Stored() implements Appended {}

    /** Its key was there before. */
    record Duplicate(boolean otherBody) implements Appended {}

    /** The database would not take this row, for a reason of the row's own. */
    record Refused(String why) implements Appended {}

    Appended STORED = new Stored();
    Appended DUPLICATE = new Duplicate(false);
    Appended CONFLICT = new Duplicate(true);
}
