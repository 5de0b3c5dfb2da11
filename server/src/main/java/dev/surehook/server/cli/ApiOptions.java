package dev.surehook.server.cli;

import java.net.URI;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server, and the key to it. */
final class ApiOptions {
    private final UnaryOperator<@Nullable String> environment;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "the running server (default: ${DEFAULT-VALUE})",
            defaultValue = "http://127.0.0.1:8080",
            converter = HttpUrl.class)
    URI url = URI.create("http://127.0.0.1:8080");

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            converter = TrustedAuthorities.class,
            description =
                    "trusts the certificates in this PEM file instead of those that Java knows: an authority's, or"
                            + " the server's own")
    @Nullable
    SSLContext trusted;

    @Option(
            names = "--api-key",
            paramLabel = "KEY",
            description = "the API key; other users of the machine can see it while the command runs; better set"
                    + " SUREHOOK_API_KEY in the environment")
    @Nullable
    String apiKey;

    ApiOptions() {
        this(System::getenv);
    }

    ApiOptions(UnaryOperator<@Nullable String> environment) {
        this.environment = environment;
    }

    ServerApi connect() {
        String key = apiKey != null ? apiKey : environment.apply("SUREHOOK_API_KEY");
        if (key == null || key.isBlank()) {
            throw new ApiFault(
                    "no API key; it is printed at the first start of the server: set SUREHOOK_API_KEY or give"
                            + " --api-key");
        }
        if (!key.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new ApiFault("the API key holds a character that no key has; check how it was copied");
        }
        return new ServerApi(url, key, trusted);
    }
}
