@NullMarked
package dev.surehook.spring.boot;

import org.jspecify.annotations.NullMarked;
