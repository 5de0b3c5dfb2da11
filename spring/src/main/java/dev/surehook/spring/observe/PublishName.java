package dev.surehook.spring.observe;

import dev.surehook.engine.outbox.PublishOutcome;

/** The name of a publication's outcome in metrics. */
final class PublishName implements PublishOutcome.Cases<String> {
    private static final PublishName NAMES = new PublishName();

    private PublishName() {}

    static String of(PublishOutcome outcome) {
        return outcome.fold(NAMES);
    }

    @Override
    public String accepted(PublishOutcome.Accepted outcome) {
        return "accepted";
    }

    @Override
    public String repeated(PublishOutcome.Repeated outcome) {
        return "repeated";
    }

    @Override
    public String conflicting(PublishOutcome.Conflicting outcome) {
        return "conflict";
    }

    @Override
    public String noSuchAccount(PublishOutcome.NoSuchAccount outcome) {
        return "no_account";
    }

    @Override
    public String unavailable(PublishOutcome.Unavailable outcome) {
        return "unavailable";
    }
}
