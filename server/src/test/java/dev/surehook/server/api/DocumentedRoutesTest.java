package dev.surehook.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DocumentedRoutesTest {

    @Test
    void every_route_is_in_the_document_and_nothing_else_is() throws Exception {
        Set<String> routes = new TreeSet<>();
        for (Class<?> part : ApiConfiguration.class.getAnnotation(Import.class).value()) {
            if (part.isAnnotationPresent(RestController.class)) {
                for (Method method : part.getDeclaredMethods()) {
                    addRoute(part, method, routes);
                }
            }
        }
        Set<String> documented = new TreeSet<>();
        JsonNode document = JsonMapper.shared()
                .readTree(Objects.requireNonNull(ApiConfiguration.class.getResourceAsStream("openapi.json")));
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method -> documented.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

        assertThat(documented).isEqualTo(routes);
    }

    private static void addRoute(Class<?> part, Method method, Set<String> routes) {
        RequestMapping mapping = AnnotatedElementUtils.findMergedAnnotation(method, RequestMapping.class);
        if (mapping == null) {
            return;
        }
        RequestMapping base = AnnotatedElementUtils.findMergedAnnotation(part, RequestMapping.class);
        String prefix = base == null ? "" : base.value()[0];
        String rest = mapping.value().length == 0 ? "" : mapping.value()[0];
        routes.add(mapping.method()[0] + " " + (prefix + rest).substring("/v1".length()));
    }
}
