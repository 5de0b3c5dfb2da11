package dev.surehook.testkit.receiver;

import java.util.ArrayDeque;
import java.util.Deque;

/** Answers for the next requests, and the one for all that follow. Thread-safe. */
final class Script {
    private final Deque<Answer> next = new ArrayDeque<>();
    private Answer afterwards = Answer.status(204);

    synchronized void add(Answer answer) {
        next.addLast(answer);
    }

    synchronized void fromThenOn(Answer answer) {
        afterwards = answer;
    }

    synchronized void clear() {
        next.clear();
    }

    synchronized Answer take() {
        return next.isEmpty() ? afterwards : next.removeFirst();
    }
}
