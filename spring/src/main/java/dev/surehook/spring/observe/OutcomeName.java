package dev.surehook.spring.observe;

import dev.surehook.engine.inbox.AcceptOutcome;

/** An outcome's name in metrics and in the API. */
enum OutcomeName implements AcceptOutcome.Cases<OutcomeName> {
    ACCEPTED,
    DUPLICATE,
    CONFLICT,
    REJECTED,
    MALFORMED,
    UNREADABLE_ENCODING,
    TOO_LARGE,
    UNAVAILABLE;

    static OutcomeName of(AcceptOutcome outcome) {
        // The cases do not depend on the receiver.
        return outcome.fold(ACCEPTED);
    }

    String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public OutcomeName accepted(AcceptOutcome.Accepted outcome) {
        return ACCEPTED;
    }

    @Override
    public OutcomeName duplicate(AcceptOutcome.Duplicate outcome) {
        return outcome.otherBody() ? CONFLICT : DUPLICATE;
    }

    @Override
    public OutcomeName rejected(AcceptOutcome.Rejected outcome) {
        return REJECTED;
    }

    @Override
    public OutcomeName malformed(AcceptOutcome.Malformed outcome) {
        return MALFORMED;
    }

    @Override
    public OutcomeName unreadableEncoding(AcceptOutcome.UnreadableEncoding outcome) {
        return UNREADABLE_ENCODING;
    }

    @Override
    public OutcomeName tooLarge(AcceptOutcome.TooLarge outcome) {
        return TOO_LARGE;
    }

    @Override
    public OutcomeName unavailable(AcceptOutcome.Unavailable outcome) {
        return UNAVAILABLE;
    }
}
