/** The command line. */
@NullMarked
package dev.surehook.server.cli;

import org.jspecify.annotations.NullMarked;
