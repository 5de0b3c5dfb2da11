@NullMarked
package dev.surehook.examples.ycloud;

import org.jspecify.annotations.NullMarked;
