package dev.surehook.spring;

import dev.surehook.spring.ingest.BodyBudget;
import dev.surehook.spring.ingest.IngestServlet;
import dev.surehook.spring.ingest.Intake;
import dev.surehook.spring.ingest.PublicUrls;
import io.micrometer.tracing.propagation.Propagator;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** The way in over HTTP, in front of everything that the application may do to a request. */
@Configuration(proxyBeanMethods = false)
public class SurehookWebConfiguration {
    private static final boolean TRACING = ClassUtils.isPresent("io.micrometer.tracing.propagation.Propagator", null);

    @Bean
    ServletRegistrationBean<IngestServlet> surehookIngest(
            SurehookReceiver receiver,
            SurehookProperties properties,
            ListableBeanFactory beans,
            Environment environment) {
        IngestServlet servlet = new IngestServlet(
                TRACING ? traced(receiver, beans, environment) : receiver,
                new PublicUrls(publicUrls(properties), properties.trustedProxies()),
                BodyBudget.ofHeap(),
                receiver.listener());
        ServletRegistrationBean<IngestServlet> registration =
                new ServletRegistrationBean<>(servlet, properties.basePath() + "/*");
        registration.setName("surehookIngest");
        registration.setLoadOnStartup(1);
        return registration;
    }

    /** First of all filters: those behind it may read parameters, and with them a body that is sent as a form. */
    @Bean
    FilterRegistrationBean<IngestFilter> surehookIngestFilter(
            ServletRegistrationBean<IngestServlet> surehookIngest, SurehookProperties properties) {
        FilterRegistrationBean<IngestFilter> registration =
                new FilterRegistrationBean<>(new IngestFilter(surehookIngest.getServlet()));
        registration.setName("surehookIngestFilter");
        registration.addUrlPatterns(properties.basePath() + "/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST));
        return registration;
    }

    private static Intake traced(SurehookReceiver receiver, ListableBeanFactory beans, Environment environment) {
        Propagator propagator = beans.getBeanProvider(Propagator.class).getIfAvailable();
        return propagator == null
                ? receiver
                : new TracedIntake(receiver, propagator, SurehookConfiguration.eventTrace(environment));
    }

    private static Map<String, String> publicUrls(SurehookProperties properties) {
        Map<String, String> urls = new LinkedHashMap<>();
        properties.sources().forEach((name, source) -> {
            String url = source.publicUrl();
            if (url != null) {
                urls.put(name, url);
            }
        });
        return urls;
    }
}
