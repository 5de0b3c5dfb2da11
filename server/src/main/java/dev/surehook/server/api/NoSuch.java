package dev.surehook.server.api;

/** What was asked for is not there, or is not the caller's: both look alike. */
final class NoSuch extends RuntimeException {
    private static final long serialVersionUID = 1;

    private NoSuch(String what) {
        super("there is no such " + what);
    }

    static NoSuch event() {
        return new NoSuch("event");
    }

    static NoSuch account() {
        return new NoSuch("account");
    }

    static NoSuch endpoint() {
        return new NoSuch("endpoint");
    }

    static NoSuch key() {
        return new NoSuch("key");
    }

    static NoSuch delivery() {
        return new NoSuch("delivery");
    }

    static NoSuch job() {
        return new NoSuch("job");
    }
}
