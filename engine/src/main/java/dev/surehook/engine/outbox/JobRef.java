package dev.surehook.engine.outbox;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** The public name of a job: {@code job_} and 32 hexadecimal digits, made at random. */
public record JobRef(String value) {
    private static final Pattern FORM = Pattern.compile("job_[0-9a-f]{32}");
    private static final SecureRandom RANDOM = new SecureRandom();

    public JobRef {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("jobs are named job_ and 32 hexadecimal digits");
        }
    }

    public static JobRef random() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return new JobRef("job_" + HexFormat.of().formatHex(bytes));
    }

    /** Nothing where the text cannot be one. */
    public static Optional<JobRef> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new JobRef(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
