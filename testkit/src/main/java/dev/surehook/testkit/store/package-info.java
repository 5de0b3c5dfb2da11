/** The contract that every store holds, as a suite of tests to inherit. Needs JUnit and AssertJ. */
@NullMarked
package dev.surehook.testkit.store;

import org.jspecify.annotations.NullMarked;
