package dev.surehook.server.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option that takes a URL; the message never repeats it, because a query may hold a credential. */
final class HttpUrl implements ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
        try {
            URI url = new URI(text.strip());
            String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
            if (url.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) {
                return url;
            }
        } catch (URISyntaxException notAUrl) {
            // The same advice as for any other text that is no such URL.
        }
        throw new TypeConversionException("an http or https URL is needed, such as http://127.0.0.1:8080");
    }
}
