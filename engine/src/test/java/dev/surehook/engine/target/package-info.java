/** The rules of targets, case by case; names begin with the field case where there is one. */
@NullMarked
package dev.surehook.engine.target;

import org.jspecify.annotations.NullMarked;
