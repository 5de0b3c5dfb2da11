package dev.surehook.benchmarks.handled.contender;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Some of the libraries describe every item in their logs, which Logback writes unless it is told otherwise. */
public final class QuietLog {
    private QuietLog() {}

    /** Warnings and errors only, for the whole process. */
    public static void warnOnly() {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    }
}
