package dev.surehook.engine.inbox;

/** Who an event is, or why that cannot be told. */
sealed interface Identified {

    record Identity(String id, String type) implements Identified {}

    record NotUsable(String why) implements Identified {}
}
