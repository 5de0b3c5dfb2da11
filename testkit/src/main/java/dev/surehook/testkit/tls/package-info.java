/** A certificate authority and a proxy of one's own, for tests of what is sent over TLS. */
@NullMarked
package dev.surehook.testkit.tls;

import org.jspecify.annotations.NullMarked;
