package dev.surehook.benchmarks.sending.contender;

/** Something that sends webhooks. It begins held: what is stored then waits until {@link #release}. Used by one thread. */
interface Contender extends AutoCloseable {

    /** Begins to send no more. Called when nothing is under way. */
    void hold() throws Exception;

    /** Leaves {@code count} deliveries waiting, one of each event, to one endpoint after the other. Called while held. */
    void store(int count) throws Exception;

    /** Sends what waits, and what comes. */
    void release() throws Exception;

    /** Publishes one event that says when that was. Returns when it is durable. Called while released. */
    void submit() throws Exception;

    /** Deliveries that were answered with a 2xx and are on record. */
    Recorded recorded();

    /** What is on record, read from there. */
    Tally tally() throws Exception;

    /** The product's file, for its version. */
    String library();

    @Override
    void close();

    /** The name of the file that a class was loaded from. */
    static String libraryOf(Class<?> type) {
        String file = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return file.substring(file.lastIndexOf('/') + 1).replace(".jar", "");
    }
}
