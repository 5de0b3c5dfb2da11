package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;

/** JPA's transaction manager: entities are flushed at the commit, and still commit with the mark. */
class JpaTest {

    @Test
    void an_entity_and_the_mark_commit_together_or_not_at_all() {
        try (TestApplication application = TestApplication.start(
                Persisting.class, "spring.autoconfigure.exclude=", "spring.jpa.hibernate.ddl-auto=create")) {
            assertThat(application.bean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
            Sent sent = application.webhooks().send(application.url(), "contact.created");
            application.webhooks().awaitProcessed(sent);

            assertThat(application.bean(Persister.class).attempts).hasValue(2);
            assertThat(application.sql().queryForList("SELECT id FROM visit", String.class))
                    .containsExactly(sent.id());
        }
    }

    @Entity(name = "visit")
    static class Visit {
        @Id
        private String id = "";

        protected Visit() {}

        Visit(String id) {
            this.id = id;
        }

        String id() {
            return id;
        }
    }

    static class Persister {
        final AtomicInteger attempts = new AtomicInteger();
        private final EntityManager entities;

        Persister(EntityManager entities) {
            this.entities = entities;
        }

        @WebhookHandler(source = "ycloud")
        void on(WebhookEvent event) {
            Visit visit = new Visit(event.id());
            entities.persist(visit);
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("after " + visit.id() + " was persisted");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    static class Persisting {
        @Bean
        Persister persister(EntityManagerFactory factory) {
            return new Persister(SharedEntityManagerCreator.createSharedEntityManager(factory));
        }
    }
}
