/** Sets Surehook up in a Spring Boot 4 application. */
@NullMarked
package dev.surehook.spring.boot;

import org.jspecify.annotations.NullMarked;
