package dev.surehook.spring;

import java.util.List;
import java.util.Set;

/** Tells exceptions after which trying again is no use: marked with {@link NonRetryable}, or named by a property. */
final class Unrecoverable {
    private final Set<String> names;

    /** @param names class names; subclasses count too */
    Unrecoverable(List<String> names) {
        this.names = Set.copyOf(names);
    }

    /** Looks at the causes as well: proxies and transaction managers wrap. */
    boolean is(Throwable failure) {
        int depth = 0;
        for (Throwable e = failure; e != null && depth < 50; e = e.getCause()) {
            if (isMarked(e.getClass())) {
                return true;
            }
            depth++;
        }
        return false;
    }

    private boolean isMarked(Class<?> type) {
        if (type.isAnnotationPresent(NonRetryable.class)) {
            return true;
        }
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (names.contains(c.getName())) {
                return true;
            }
        }
        return false;
    }
}
