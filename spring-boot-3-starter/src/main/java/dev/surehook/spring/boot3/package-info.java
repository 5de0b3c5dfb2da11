/** Sets Surehook up in a Spring Boot 3.5 application. */
@NullMarked
package dev.surehook.spring.boot3;

import org.jspecify.annotations.NullMarked;
