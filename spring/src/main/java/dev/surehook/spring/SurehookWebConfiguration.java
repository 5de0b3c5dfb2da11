package dev.surehook.spring;

import dev.surehook.spring.ingest.BodyBudget;
import dev.surehook.spring.ingest.IngestServlet;
import dev.surehook.spring.ingest.PublicUrls;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** The way in over HTTP, in front of everything that the application may do to a request. */
@Configuration(proxyBeanMethods = false)
public class SurehookWebConfiguration {

    @Bean
    ServletRegistrationBean<IngestServlet> surehookIngest(SurehookReceiver receiver, SurehookProperties properties) {
        IngestServlet servlet = new IngestServlet(
                receiver,
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
