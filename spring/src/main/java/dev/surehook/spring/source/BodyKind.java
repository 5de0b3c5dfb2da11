package dev.surehook.spring.source;

/** What a body must be. */
public enum BodyKind {
    JSON,
    ANY
}
