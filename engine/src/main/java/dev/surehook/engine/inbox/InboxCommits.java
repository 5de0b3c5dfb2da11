package dev.surehook.engine.inbox;

import dev.surehook.engine.commit.GroupCommit;
import java.util.List;

/** Commits of received events. */
record InboxCommits(InboxStore store) implements GroupCommit.Commits<NewEvent, Appended> {
    @Override
    public List<Appended> append(List<NewEvent> events) {
        return store.append(events);
    }

    @Override
    public void probe() {
        store.probe();
    }

    @Override
    public Appended refused(String why) {
        return new Appended.Refused(why);
    }

    @Override
    public int bytes(NewEvent event) {
        return event.event().body().length;
    }
}
