/** The way in over HTTP: a plain servlet without Spring, so that it can be reused in other applications. */
@NullMarked
package dev.surehook.spring.ingest;

import org.jspecify.annotations.NullMarked;
