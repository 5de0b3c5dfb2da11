package dev.surehook.engine.profile;

import dev.surehook.engine.endpoint.Quoted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Judges the headers that an owner adds to the requests of an endpoint. Their values may be credentials. */
final class CustomHeaders {
    private static final int LONGEST_NAME = 100;
    private static final String NAME_SYMBOLS = "!#$%&'*+-.^_`|~";

    private final SendingProfile.Limits limits;
    private final ReservedHeaders reserved;

    CustomHeaders(SendingProfile profile) {
        this.limits = profile.limits();
        this.reserved = new ReservedHeaders(profile.provider());
    }

    List<Fault> faults(Map<String, String> headers) {
        List<Fault> faults = new ArrayList<>();
        if (headers.size() > limits.headers()) {
            faults.add(new Fault(
                    "headers",
                    "too-many",
                    "there are " + headers.size() + " headers, and " + limits.headers() + " at most"));
        }
        Set<String> seen = new HashSet<>();
        // In the order of names, so that the same draft has the same faults each time.
        new TreeMap<>(headers).forEach((name, value) -> {
            judgeName(name, seen, faults);
            judgeValue(name, value, faults);
        });
        return faults;
    }

    private void judgeName(String name, Set<String> seen, List<Fault> faults) {
        if (name.isEmpty() || !name.chars().allMatch(CustomHeaders::isNameCharacter)) {
            faults.add(fault(name, "header-name", "is no header name: letters, digits and - as in X-Name"));
        } else if (name.length() > LONGEST_NAME) {
            faults.add(fault(name, "header-name-length", "has a name of more than " + LONGEST_NAME + " characters"));
        } else if (reserved.has(name)) {
            faults.add(fault(name, "reserved-header", "is set by the sender and cannot be replaced"));
        } else if (!seen.add(name.toLowerCase(Locale.ROOT))) {
            faults.add(fault(name, "repeated-header", "stands twice: upper and lower case make no difference"));
        }
    }

    private void judgeValue(String name, String value, List<Fault> faults) {
        if (value.chars().anyMatch(Character::isISOControl)) {
            faults.add(fault(
                    name, "header-control-character", "has a control character, such as a line break, in its value"));
        } else if (value.chars().anyMatch(c -> c > 0x7e)) {
            faults.add(fault(name, "header-not-ascii", "has a character in its value that is not ASCII"));
        } else if (!value.equals(value.strip())) {
            faults.add(
                    fault(name, "header-white-space", "has white space at an end of its value, which does not arrive"));
        }
        if (value.length() > limits.headerValue()) {
            faults.add(fault(
                    name,
                    "header-value-length",
                    "has a value of " + value.length() + " characters, and " + limits.headerValue() + " are the most"));
        }
    }

    private static Fault fault(String name, String rule, String text) {
        boolean named = !name.isEmpty()
                && name.length() <= LONGEST_NAME
                && name.chars().allMatch(CustomHeaders::isNameCharacter);
        return new Fault(named ? "headers." + name : "headers", rule, "the header " + Quoted.of(name) + " " + text);
    }

    private static boolean isNameCharacter(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || NAME_SYMBOLS.indexOf(c) >= 0;
    }
}
