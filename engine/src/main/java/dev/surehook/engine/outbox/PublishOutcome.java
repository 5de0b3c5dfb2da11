package dev.surehook.engine.outbox;

import dev.surehook.engine.event.EventRef;

/** What a publisher is told. */
public sealed interface PublishOutcome {

    <T> T fold(Cases<T> cases);

    /** One answer for each outcome. */
    interface Cases<T> {
        T accepted(Accepted outcome);

        T repeated(Repeated outcome);

        T conflicting(Conflicting outcome);

        T noSuchAccount(NoSuchAccount outcome);

        T unavailable(Unavailable outcome);
    }

    /** Stored durably; its deliveries follow. */
    record Accepted(EventRef ref) implements PublishOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.accepted(this);
        }
    }

    /** Published before, with the same content; nothing is sent again. */
    record Repeated(EventRef ref) implements PublishOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.repeated(this);
        }
    }

    /** Its id was published before with other content, which stays. */
    record Conflicting(EventRef ref) implements PublishOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.conflicting(this);
        }
    }

    record NoSuchAccount() implements PublishOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.noSuchAccount(this);
        }
    }

    /** It is not known to be stored: publish it again, with the same id. */
    record Unavailable(String why) implements PublishOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.unavailable(this);
        }
    }
}
