/** The way out as an operator writes it down: where events may be sent, whom to trust, and who we are. */
@NullMarked
package dev.surehook.spring.target;

import org.jspecify.annotations.NullMarked;
