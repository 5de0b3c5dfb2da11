package dev.surehook.engine.store;

import dev.surehook.engine.inbox.InboxStore;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.retention.RetentionStore;
import dev.surehook.engine.work.WorkStore;
import java.util.Optional;

/**
 * A database that holds events and their work. Thread-safe. Every method may throw {@link
 * dev.surehook.engine.StoreUnavailable}.
 */
public interface Store extends InboxStore, WorkStore, EventLog, RetentionStore, AutoCloseable {

    /** Publishing and sending in the same database. */
    SendingStore sending();

    /** A word for people: {@code sqlite}, {@code postgresql}, {@code mariadb} or {@code h2}. */
    String kind();

    /** A secret of this installation, kept by name. */
    Optional<String> setting(String name);

    /** Sets {@code name} unless it is set; returns the value that holds afterwards. */
    String settingOrElse(String name, String value);

    /** Ends all use of the database; work under way is finished first. */
    @Override
    void close();
}
