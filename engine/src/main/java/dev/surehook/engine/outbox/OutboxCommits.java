package dev.surehook.engine.outbox;

import dev.surehook.engine.commit.GroupCommit;
import dev.surehook.engine.outbox.PublishOutcome.Accepted;
import dev.surehook.engine.outbox.PublishOutcome.Conflicting;
import dev.surehook.engine.outbox.PublishOutcome.NoSuchAccount;
import dev.surehook.engine.outbox.PublishOutcome.Repeated;
import dev.surehook.engine.outbox.PublishOutcome.Unavailable;
import java.util.ArrayList;
import java.util.List;

/** Commits of published events. */
record OutboxCommits(SendingStore store, Runnable probes) implements GroupCommit.Commits<Publication, PublishOutcome> {
    @Override
    public List<PublishOutcome> append(List<Publication> publications) {
        List<Published> published = store.publish(publications);
        List<PublishOutcome> outcomes = new ArrayList<>(published.size());
        for (int i = 0; i < published.size(); i++) {
            outcomes.add(outcome(publications.get(i), published.get(i)));
        }
        return outcomes;
    }

    static PublishOutcome outcome(Publication publication, Published published) {
        return switch (published) {
            case STORED -> new Accepted(publication.ref());
            case REPEATED -> new Repeated(publication.ref());
            case CONFLICT -> new Conflicting(publication.ref());
            case NO_ACCOUNT -> new NoSuchAccount();
        };
    }

    @Override
    public void probe() {
        probes.run();
    }

    @Override
    public PublishOutcome refused(String why) {
        return new Unavailable(why);
    }

    @Override
    public int bytes(Publication publication) {
        return publication.body().length;
    }
}
