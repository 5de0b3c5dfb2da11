package dev.surehook.engine.source;

import dev.surehook.engine.event.SourceName;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Verifier;

/** A configured way in. */
public record Source(SourceName name, Provider provider, Verifier verifier, IntakeRules intake, WorkRules work) {}
