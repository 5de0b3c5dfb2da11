package dev.surehook.engine.delivery;

import dev.surehook.engine.target.TargetRefused;
import dev.surehook.engine.target.TargetUrl;
import dev.surehook.signatures.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where and how a source's events are forwarded. Messages of its exceptions never hold the URL's query.
 *
 * @param url http or https with a host, without user name and fragment
 * @param secrets what the requests are signed with, newest first
 * @param connectTimeout for one connection, TLS included; the total ends it earlier where that is shorter
 * @param totalTimeout for the whole attempt, from name resolution to the last byte of the answer
 */
public record ForwardTarget(
        URI url, ForwardForm form, List<Secret> secrets, Duration connectTimeout, Duration totalTimeout) {
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(5);
    public static final Duration DEFAULT_TOTAL_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);
    private static final Pattern SCHEME = Pattern.compile("https?://", Pattern.CASE_INSENSITIVE);

    public ForwardTarget {
        requireUsable(url);
        secrets = List.copyOf(secrets);
        if (secrets.isEmpty() || secrets.stream().anyMatch(Secret::isBlank)) {
            throw new IllegalArgumentException("forwarding needs a secret to sign with; a blank one is none");
        }
        requireTimeout("connect", connectTimeout);
        requireTimeout("total", totalTimeout);
    }

    /** With the default timeouts. */
    public ForwardTarget(URI url, ForwardForm form, List<Secret> secrets) {
        this(url, form, secrets, DEFAULT_CONNECT_TIMEOUT, DEFAULT_TOTAL_TIMEOUT);
    }

    /**
     * The URL of a setting.
     *
     * @throws IllegalArgumentException with one line that says what is wrong, and does not repeat the text
     */
    public static URI parseUrl(String text) {
        // Before the syntax: 127.0.0.1:3000/webhook is no URI at all, and what it lacks is the scheme.
        if (!SCHEME.matcher(text.strip()).lookingAt()) {
            throw new IllegalArgumentException("the forward URL must begin with http:// or https://");
        }
        try {
            URI url = new URI(text.strip());
            requireUsable(url);
            return url;
        } catch (URISyntaxException e) {
            // The exception's own message repeats the whole text, and a query may be a credential.
            throw new IllegalArgumentException("the forward URL is not a URL at character " + (e.getIndex() + 1)
                    + "; write it as http://127.0.0.1:3000/webhook");
        }
    }

    private static TargetUrl requireUsable(URI url) {
        try {
            return TargetUrl.parse(url.toASCIIString());
        } catch (TargetRefused e) {
            // No cause: it is the same refusal, which speaks of any URL.
            throw new IllegalArgumentException(
                    "the forward " + e.refusal().text().substring("the ".length()));
        }
    }

    /** The parts that are dialled. */
    TargetUrl parsedUrl() {
        return requireUsable(url);
    }

    private static void requireTimeout(String which, Duration timeout) {
        if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "the " + which + " timeout must lie between 1 ms and 10 min, not at " + timeout.toMillis() + " ms");
        }
    }

    /** The query may hold a credential, so it is masked. */
    @Override
    public String toString() {
        return "ForwardTarget[" + parsedUrl() + ", " + form + "]";
    }
}
