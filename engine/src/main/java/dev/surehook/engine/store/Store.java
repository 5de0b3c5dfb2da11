package dev.surehook.engine.store;

import dev.surehook.engine.inbox.InboxStore;
import dev.surehook.engine.retention.RetentionStore;
import dev.surehook.engine.work.WorkStore;

/**
 * A database that holds events and their work. Thread-safe. Every method may throw {@link StoreUnavailable}.
 */
public interface Store extends InboxStore, WorkStore, EventLog, RetentionStore, AutoCloseable {

    /** A word for people: {@code sqlite} or {@code postgresql}. */
    String kind();

    /** Writes and commits one small row; returns when it is durable. */
    void probe();

    /** A secret of this installation, kept by name. */
    java.util.Optional<String> setting(String name);

    /** Sets {@code name} unless it is set; returns the value that holds afterwards. */
    String settingOrElse(String name, String value);

    /** Ends all use of the database; work under way is finished first. */
    @Override
    void close();
}
