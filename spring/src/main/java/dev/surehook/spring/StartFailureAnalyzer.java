package dev.surehook.spring;

import dev.surehook.engine.store.StartFailure;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in two lines why Surehook cannot start, instead of a stack trace. */
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<StartFailure> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartFailure cause) {
        String text = String.valueOf(cause.getMessage());
        String action = text.contains("tables are")
                ? "Run the script with the application's own migrations, or set surehook.schema=always."
                : "Change what the description names. To run without Surehook set surehook.enabled=false.";
        return new FailureAnalysis("Surehook cannot start: " + text, action, cause);
    }
}
