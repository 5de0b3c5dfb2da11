/** From a source's settings to its provider and rules; the server and the starter read settings alike. */
@NullMarked
package dev.surehook.spring.source;

import org.jspecify.annotations.NullMarked;
