package dev.surehook.benchmarks.handled.contender;

/** Of a contender that can say how long an idle system takes to begin with an item. */
public interface IdleLatency {

    /** Submits one item, and waits until it is handled and nothing is under way any more. */
    Wait measure(Item item) throws Exception;

    /**
     * Nanoseconds.
     *
     * @param toHandler from the call that submits to the start of the handler
     * @param toReturn from the call that submits to its return
     */
    record Wait(long toHandler, long toReturn) {}
}
