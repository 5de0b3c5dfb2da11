package dev.surehook.server.start;

/** The program cannot start. The message is one line that says what to do; it is all that is printed. */
public final class BadStart extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Something that was written is wrong: a flag, a setting, a secret. */
    public static final int USAGE = 2;
    /** Something around the program is wrong: a folder, a port, a database. */
    public static final int ENVIRONMENT = 1;

    private final int exitCode;

    private BadStart(int exitCode, String message) {
        super(message.replaceAll("\\s*\\R\\s*", " "));
        this.exitCode = exitCode;
    }

    public static BadStart usage(String message) {
        return new BadStart(USAGE, message);
    }

    public static BadStart environment(String message) {
        return new BadStart(ENVIRONMENT, message);
    }

    public int exitCode() {
        return exitCode;
    }

    /** The line to print. */
    public String line() {
        return String.valueOf(getMessage());
    }
}
