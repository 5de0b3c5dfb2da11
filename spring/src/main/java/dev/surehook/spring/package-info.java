/** Receiving inside a Spring application: handler methods, run in the application's own transactions. */
@NullMarked
package dev.surehook.spring;

import org.jspecify.annotations.NullMarked;
