package dev.surehook.server.api;

import dev.surehook.engine.work.OneLine;

/** A caller's text as part of an answer: short, and quoted. */
final class OneWord {
    private OneWord() {}

    static String of(String text) {
        return "\"" + bare(text) + "\"";
    }

    /** Without the quotes. */
    static String bare(String text) {
        return OneLine.of(text, 60).replace('"', '\'');
    }
}
