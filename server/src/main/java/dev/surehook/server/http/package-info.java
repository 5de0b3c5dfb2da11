/** The web server and its limits against slow, oversized and odd clients. */
@NullMarked
package dev.surehook.server.http;

import org.jspecify.annotations.NullMarked;
