package dev.surehook.testkit.webhook;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.junit.jupiter.SpringExtension;
import org.springframework.test.context.support.TestPropertySourceUtils;

/** Makes the sources of {@link WebhookTest} known to a Spring test's context, before any of its beans is made. */
final class SpringTesters implements ContextCustomizerFactory {

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
        WebhookTest test = TestContextAnnotationUtils.findMergedAnnotation(testClass, WebhookTest.class);
        return test == null ? null : new Customizer(TestedSource.of(test));
    }

    /** The bean of this source, in a test that has a Spring context with one. */
    static Optional<WebhookTester> find(ExtensionContext context, TestedSource source) {
        boolean spring = context.getEnclosingTestClasses().stream().anyMatch(SpringTesters::isSpring)
                || isSpring(context.getRequiredTestClass());
        return spring
                ? Optional.of(
                        SpringExtension.getApplicationContext(context).getBean(beanName(source), WebhookTester.class))
                : Optional.empty();
    }

    private static boolean isSpring(Class<?> testClass) {
        return AnnotationSupport.findRepeatableAnnotations(testClass, ExtendWith.class).stream()
                .flatMap(extension -> List.of(extension.value()).stream())
                .anyMatch(SpringExtension.class::isAssignableFrom);
    }

    private static String beanName(TestedSource source) {
        return source.name() + "WebhookTester";
    }

    /** Equal for equal sources, so that test classes share a context. */
    private record Customizer(List<TestedSource> sources) implements ContextCustomizer {

        @Override
        public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
            for (TestedSource source : sources) {
                String key = "surehook.sources." + source.name();
                TestPropertySourceUtils.addInlinedPropertiesToEnvironment(
                        context, key + ".provider=" + source.provider(), key + ".secret=" + WebhookTest.SECRET);
                Environment environment = context.getEnvironment();
                context.getBeanFactory()
                        .registerSingleton(beanName(source), source.tester().at(() -> url(environment, source)));
            }
        }

        private static URI url(Environment environment, TestedSource source) {
            String port = environment.getProperty("local.server.port");
            if (port == null) {
                throw new IllegalStateException("the application does not listen: add"
                        + " webEnvironment = WebEnvironment.RANDOM_PORT to @SpringBootTest");
            }
            return URI.create("http://localhost:" + port
                    + environment.getProperty("server.servlet.context-path", "")
                    + environment.getProperty("surehook.base-path", "/in") + "/" + source.name());
        }
    }
}
