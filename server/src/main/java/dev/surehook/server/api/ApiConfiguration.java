package dev.surehook.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** The API's own context. It is made at the first call, so that it costs nothing at the start. */
@Configuration(proxyBeanMethods = false)
@EnableWebMvc
@Import({
    EventsController.class,
    SourcesController.class,
    AccountsController.class,
    EndpointsController.class,
    EndpointSteeringController.class,
    EndpointRecoveryController.class,
    PublishingController.class,
    DeliveriesController.class,
    ResendsController.class,
    JobsController.class,
    NewJobs.class,
    KeysController.class,
    SealingKeysController.class,
    KnownAccounts.class,
    OwnEndpoints.class,
    OpenApiController.class,
    Problems.class
})
public class ApiConfiguration implements WebMvcConfigurer {

    @Bean
    JsonMapper jsonMapper() {
        return JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .changeDefaultPropertyInclusion(rules -> rules.withValueInclusion(JsonInclude.Include.NON_NULL))
                .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
                .build();
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new CallerWalls());
    }

    @Override
    public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
        builder.addCustomConverter(new ByteArrayHttpMessageConverter())
                .withJsonConverter(new JacksonJsonHttpMessageConverter(jsonMapper()));
    }
}
