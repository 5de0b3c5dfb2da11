/** What is read from JSON bodies without taking them apart. */
@NullMarked
package dev.surehook.engine.json;

import org.jspecify.annotations.NullMarked;
