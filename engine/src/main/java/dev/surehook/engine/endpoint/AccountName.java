package dev.surehook.engine.endpoint;

import java.util.regex.Pattern;

/** The name of an account, an owner of endpoints; the caller's own, such as a customer number. */
public record AccountName(String value) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@-]{0,99}");

    /** @throws IllegalArgumentException with one line that says which names there may be */
    public AccountName {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "an account is named by 1 to 100 letters, digits and . _ : @ -," + " a letter or digit first");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
