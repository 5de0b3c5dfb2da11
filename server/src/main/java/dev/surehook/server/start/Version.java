package dev.surehook.server.start;

/** The program's version, as its jar tells it. */
public final class Version {
    public static final String OF_THIS = read();

    private Version() {}

    private static String read() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
