package dev.surehook.server.settings;

import dev.surehook.server.start.BadStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** The YAML file of {@code --config}. A key that does not exist is an error: a typing mistake must not be silent. */
final class ConfigFile {
    private ConfigFile() {}

    static List<PropertySource<?>> read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw BadStart.usage("--config " + file + ": there is no such file");
        }
        if (!Files.isReadable(file)) {
            throw BadStart.usage("--config " + file + ": this user may not read it; check its permissions");
        }
        List<PropertySource<?>> documents = load(file);
        for (PropertySource<?> document : documents) {
            requireKnownKeys(file, document);
        }
        return documents;
    }

    private static List<PropertySource<?>> load(Path file) {
        try {
            return new ArrayList<>(new YamlPropertySourceLoader().load(file.toString(), new FileSystemResource(file)));
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
            throw BadStart.usage("--config " + file + " is not valid YAML, line " + line + ": " + e.getProblem());
        } catch (IOException | YAMLException | IllegalStateException e) {
            throw BadStart.usage("--config " + file + " cannot be read as YAML: check that it is UTF-8 text with"
                    + " keys below surehook:");
        }
    }

    private static void requireKnownKeys(Path file, PropertySource<?> document) {
        if (document instanceof EnumerablePropertySource<?> enumerable) {
            for (String key : enumerable.getPropertyNames()) {
                // An empty group, such as 'sources:' without anything below, has no effect.
                Object value = enumerable.getProperty(key);
                if (value != null && !value.toString().isEmpty() && !SettingKeys.isKnown(key)) {
                    throw BadStart.usage("--config " + file + lineOf(document, key) + ": there is no key " + key
                            + "; did you mean " + String.join(" or ", SettingKeys.nearest(key, 2)) + "?");
                }
            }
        }
    }

    private static String lineOf(PropertySource<?> document, String key) {
        Object origin = OriginLookup.getOrigin(document, key);
        if (origin instanceof org.springframework.boot.origin.TextResourceOrigin text && text.getLocation() != null) {
            return " line " + (text.getLocation().getLine() + 1);
        }
        return "";
    }
}
