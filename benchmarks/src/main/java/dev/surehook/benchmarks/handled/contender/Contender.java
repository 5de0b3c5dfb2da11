package dev.surehook.benchmarks.handled.contender;

import java.util.List;

/** A product that works items off. It begins to do so when it is opened, until it is held. */
public interface Contender extends AutoCloseable {

    /** How many items are worked on, and submitted, at a time: the same for all. */
    int THREADS = 16;

    /** Begins no more work until {@link #release}. Called when nothing waits. */
    void hold() throws Exception;

    /** Leaves the rows that enqueuing leaves. Called while work is held. */
    void store(List<Item> items) throws Exception;

    void release() throws Exception;

    /** Makes ready what a client would bring along: the call that it gives submits the item. Any thread may call it. */
    Submission submission(Item item);

    /** The product's file, for its version. */
    String library();

    @Override
    void close();

    /** Submits one item and returns when it is durable. */
    @FunctionalInterface
    interface Submission {
        void submit() throws Exception;
    }

    /** The name of the file that a class was loaded from. */
    static String libraryOf(Class<?> type) {
        String file = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return file.substring(file.lastIndexOf('/') + 1).replace(".jar", "");
    }
}
