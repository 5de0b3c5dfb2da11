package dev.surehook.benchmarks;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/** Reads the contenders from their properties file. The file's head explains the keys. */
final class ContenderCatalogue {

    private final Properties properties;

    private ContenderCatalogue(Properties properties) {
        this.properties = properties;
    }

    static List<Contender> read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        ContenderCatalogue catalogue = new ContenderCatalogue(properties);
        return Arrays.stream(catalogue.required("contenders").split(","))
                .map(name -> catalogue.contender(name.trim()))
                .toList();
    }

    private Contender contender(String name) {
        return new Contender(
                name,
                Store.named(required(name + ".store")),
                required(name + ".command"),
                environment(name + ".env."),
                Optional.ofNullable(properties.getProperty(name + ".file")),
                Optional.ofNullable(properties.getProperty(name + ".rows")),
                properties.getProperty(name + ".preload", "intake"));
    }

    private Map<String, String> environment(String prefix) {
        return properties.stringPropertyNames().stream()
                .filter(key -> key.startsWith(prefix))
                .collect(Collectors.toMap(key -> key.substring(prefix.length()), this::required));
    }

    private String required(String key) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("the contenders file lacks " + key);
        }
        return value;
    }
}
