package dev.surehook.spring.target;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A certificate that we show to receivers that ask for one.
 *
 * @param certificate a PEM file: our own certificate first, then those that lead to the authority
 * @param privateKey a PEM file: the certificate's key, PKCS #8 without a password
 */
public record IdentitySettings(
        @DefaultValue("") String certificate,
        @DefaultValue("") String privateKey) {}
