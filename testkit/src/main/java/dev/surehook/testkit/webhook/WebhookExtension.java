package dev.surehook.testkit.webhook;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Resolves the parameters that {@link WebhookTest} promises. */
final class WebhookExtension implements ParameterResolver {
    private static final Namespace OURS = Namespace.create(WebhookExtension.class);
    private static final boolean SPRING = isThere("org.springframework.test.context.junit.jupiter.SpringExtension");

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == WebhookTester.class;
    }

    @Override
    @SuppressWarnings("deprecation") // its successor came after the JUnit that Spring Boot 3.5 brings
    public WebhookTester resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestedSource source = source(parameter, TestedSource.of(annotation(context)));
        if (SPRING) {
            Optional<WebhookTester> bean = SpringTesters.find(context, source);
            if (bean.isPresent()) {
                return bean.get();
            }
        }
        // One for the whole class, however its engine lives.
        return Objects.requireNonNull(context.getRoot()
                .getStore(OURS)
                .getOrComputeIfAbsent(
                        context.getRequiredTestClass().getName() + " " + source,
                        key -> source.tester(),
                        WebhookTester.class));
    }

    private static WebhookTest annotation(ExtensionContext context) {
        Class<?> testClass = context.getRequiredTestClass();
        while (true) {
            Optional<WebhookTest> found = AnnotationSupport.findAnnotation(testClass, WebhookTest.class);
            if (found.isPresent()) {
                return found.get();
            }
            testClass = testClass.getEnclosingClass();
        }
    }

    private static TestedSource source(ParameterContext parameter, List<TestedSource> sources) {
        Optional<String> wanted = parameter.findAnnotation(FromSource.class).map(FromSource::value);
        List<TestedSource> fitting = sources.stream()
                .filter(source -> wanted.isEmpty() || wanted.get().equals(source.name()))
                .toList();
        if (fitting.size() != 1) {
            throw new ParameterResolutionException("@WebhookTest names the sources "
                    + sources.stream().map(TestedSource::name).toList() + ": say with @FromSource which of them "
                    + parameter.getParameter() + " plays");
        }
        return fitting.get(0);
    }

    private static boolean isThere(String name) {
        try {
            Class<?> found = Class.forName(name, false, WebhookExtension.class.getClassLoader());
            return found.getName().equals(name);
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
