package dev.surehook.server.settings;

import dev.surehook.server.start.BadStart;
import dev.surehook.signatures.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL address in the form that the driver wants, with user and password taken out of it, so that no message of
 * the driver can show them.
 */
public record PostgresUrl(String jdbcUrl, Optional<String> user, Optional<Secret> password) {

    private static final Pattern WITH_PASSWORD = Pattern.compile("://[^/]*:[^/]*@|[?&]password=");

    /** @throws BadStart when the URL is none of PostgreSQL */
    public static PostgresUrl of(DatabaseSettings settings) {
        String url = settings.url().strip();
        if (url.startsWith("jdbc:postgresql:") && !url.startsWith("jdbc:postgresql://")) {
            return new PostgresUrl(url, Optional.ofNullable(settings.user()), Optional.ofNullable(settings.password()));
        }
        URI uri = parse(url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url);
        String[] userInfo = split(uri.getRawUserInfo());
        String authority = uri.getRawAuthority();
        String hosts = authority.substring(authority.lastIndexOf('@') + 1);
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new PostgresUrl(
                "jdbc:postgresql://" + hosts + uri.getRawPath() + query,
                Optional.ofNullable(settings.user()).or(() -> Optional.ofNullable(userInfo[0])),
                Optional.ofNullable(settings.password())
                        .or(() -> Optional.ofNullable(userInfo[1]).map(Secret::of)));
    }

    /** Host and database, without user, password and parameters. */
    public String place() {
        return jdbcUrl.replaceFirst("^jdbc:postgresql:(//)?", "").replaceFirst("\\?.*", "");
    }

    /** Whether {@code url} shows a password to whoever sees it. */
    public static boolean showsPassword(String url) {
        return WITH_PASSWORD.matcher(url).find();
    }

    private static URI parse(String url) {
        try {
            URI uri = new URI(url);
            boolean known = "postgresql".equals(uri.getScheme()) || "postgres".equals(uri.getScheme());
            if (known && uri.getRawAuthority() != null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // The one message below; the parser's own repeats the URL, which may hold a password.
        }
        throw BadStart.usage("surehook.database.url is not a PostgreSQL address:"
                + " write postgresql://host:5432/name, and leave it out for the embedded database");
    }

    private static @Nullable String[] split(@Nullable String rawUserInfo) {
        if (rawUserInfo == null) {
            return new @Nullable String[] {null, null};
        }
        int colon = rawUserInfo.indexOf(':');
        String user = colon < 0 ? rawUserInfo : rawUserInfo.substring(0, colon);
        String password = colon < 0 ? null : decode(rawUserInfo.substring(colon + 1));
        return new @Nullable String[] {decode(user), password};
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
