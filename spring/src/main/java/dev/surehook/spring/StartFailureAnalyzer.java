package dev.surehook.spring;

import dev.surehook.engine.store.StartFailure;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in two lines why Surehook cannot start, instead of a stack trace. */
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<StartFailure> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartFailure cause) {
        String text = String.valueOf(cause.getMessage());
        return new FailureAnalysis("Surehook cannot start: " + text, action(text), cause);
    }

    private static String action(String text) {
        if (text.contains("tables are")) {
            return "Run the script with the application's own migrations, or set surehook.schema=always.";
        }
        if (text.contains("may lose events")) {
            return "Change what the description names, or, where events may be lost,"
                    + " set surehook.accept-unsafe-database=true.";
        }
        return "Change what the description names. To run without Surehook set surehook.enabled=false.";
    }
}
