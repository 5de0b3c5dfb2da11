package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.spring.SourceProperties;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.json.JsonParserFactory;

/** Every key with its default, as completion in an IDE shows it. */
class KeysTest {

    private static List<String> keys() throws IOException {
        List<String> keys = new ArrayList<>();
        Enumeration<URL> files =
                KeysTest.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json");
        while (files.hasMoreElements()) {
            try (InputStream in = files.nextElement().openStream()) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                Map<String, Object> metadata = JsonParserFactory.getJsonParser().parseMap(text);
                for (Object property : (List<?>) metadata.getOrDefault("properties", List.of())) {
                    Map<?, ?> fields = (Map<?, ?>) property;
                    String name = String.valueOf(fields.get("name"));
                    if (name.startsWith("surehook.")) {
                        Object value = fields.get("defaultValue");
                        assertThat(fields.get("description"))
                                .as("what %s is", name)
                                .isNotNull();
                        keys.add(value == null ? name : name + "=" + value);
                    }
                }
            }
        }
        return keys.stream().sorted().toList();
    }

    /** Keys of a source lie below a name of the user's choice, so the metadata leaves them to the type. */
    private static List<String> sourceKeys() {
        return Arrays.stream(SourceProperties.class.getDeclaredConstructors()[0].getParameters())
                .map(KeysTest::keyOf)
                .sorted()
                .toList();
    }

    private static String keyOf(Parameter parameter) {
        String name = parameter.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        DefaultValue value = parameter.getAnnotation(DefaultValue.class);
        return value == null || value.value().length == 0 ? name : name + "=" + value.value()[0];
    }

    @Test
    void the_keys_and_their_defaults_are_these() throws Exception {
        assertThat(keys())
                .containsExactly(
                        "surehook.accept-unsafe-database=false",
                        "surehook.base-path=/in",
                        "surehook.data-source",
                        "surehook.enabled=true",
                        "surehook.max-due-age=10m",
                        "surehook.schema=embedded",
                        "surehook.sending.allow",
                        "surehook.sending.allow-http=false",
                        "surehook.sending.allow-local=false",
                        "surehook.sending.authorities",
                        "surehook.sending.enabled=false",
                        "surehook.sending.identities",
                        "surehook.sending.proxy.password",
                        "surehook.sending.proxy.trusted=false",
                        "surehook.sending.proxy.url=",
                        "surehook.sending.proxy.user",
                        "surehook.sending.sealing-key",
                        "surehook.shutdown-grace=15s",
                        "surehook.sources",
                        "surehook.transaction-manager",
                        "surehook.trusted-proxies");
    }

    @Test
    void the_keys_of_a_source_and_their_defaults_are_these() {
        assertThat(sourceKeys())
                .containsExactly(
                        "body",
                        "concurrency=16",
                        "handler-timeout=30s",
                        "jitter=0.1",
                        "max-body-size=1MB",
                        "non-retryable",
                        "provider",
                        "public-url",
                        "retention=90d",
                        "retry",
                        "scheme",
                        "secret",
                        "secrets",
                        "signed-form=wire",
                        "tolerance",
                        "types",
                        "without-id");
    }

    @Test
    void the_documentation_names_every_key() throws Exception {
        String docs = Files.readString(Path.of("../docs/starter.md"));
        for (String key : keys()) {
            String name = key.replaceAll("=.*", "").replace("surehook.", "");
            assertThat(docs).contains(name.equals("sources") ? "`sources.<name>.provider`" : "`" + name + "`");
        }
        for (String key : sourceKeys()) {
            String name = key.replaceAll("=.*", "");
            assertThat(docs).as("the key %s", name).containsPattern("`(sources\\.<name>)?\\." + name + "(\\.\\*)?`");
        }
    }
}
