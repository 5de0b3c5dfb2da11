package dev.surehook.server.settings;

import org.springframework.boot.context.properties.bind.DefaultValue;

/** PEM files; both or none. */
public record TlsSettings(
        @DefaultValue("") String certificate,
        @DefaultValue("") String privateKey) {

    public TlsSettings {
        if (certificate.isBlank() != privateKey.isBlank()) {
            throw new IllegalArgumentException("tls needs both: certificate and private-key, each a PEM file");
        }
    }

    public boolean isOn() {
        return !certificate.isBlank();
    }
}
