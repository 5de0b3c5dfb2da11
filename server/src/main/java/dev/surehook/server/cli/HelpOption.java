package dev.surehook.server.cli;

import picocli.CommandLine.Option;

/** The one option that every command has. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "shows this help and ends")
    boolean asked;
}
