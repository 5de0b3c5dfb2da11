/** What operators see and steer: health, metrics and an actuator endpoint. */
@NullMarked
package dev.surehook.spring.actuate;

import org.jspecify.annotations.NullMarked;
