package dev.surehook.testkit.crash;

import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.InboxStore;
import dev.surehook.engine.inbox.NewEvent;
import java.util.List;

/** A store's way in that can die on either side of the commit. */
record MortalInbox(InboxStore store, Fuse fuse) implements InboxStore {

    @Override
    public List<Appended> append(List<NewEvent> events) {
        List<String> ids = events.stream().map(added -> added.event().id()).toList();
        fuse.reach(InboxStep.BEFORE_ACCEPT_COMMIT, ids);
        List<Appended> outcomes = store.append(events);
        fuse.reach(InboxStep.AFTER_ACCEPT_COMMIT, ids);
        return outcomes;
    }

    @Override
    public void probe() {
        store.probe();
    }
}
