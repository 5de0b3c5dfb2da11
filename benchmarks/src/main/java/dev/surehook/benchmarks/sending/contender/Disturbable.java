package dev.surehook.benchmarks.sending.contender;

/** Of a contender that can be given work which must not disturb what is measured. */
interface Disturbable {

    /** Has {@code count} deliveries wait for an endpoint that takes connections and never answers. It is tried all the while. */
    void hang(int count) throws Exception;

    /** Has {@code count} deliveries wait for endpoints that are suspended for a month. */
    void park(int count) throws Exception;
}
