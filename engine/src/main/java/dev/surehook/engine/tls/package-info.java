/** Whom a TLS connection trusts, and who we are on it: certificates in PEM, and nothing that switches a check off. */
@NullMarked
package dev.surehook.engine.tls;

import org.jspecify.annotations.NullMarked;
