package dev.surehook.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownVariablesTest {

    @ParameterizedTest
    @CsvSource({
        "SUREHOOK_API_KEYS, SUREHOOK_API_KEY",
        "SUREHOOK_FORWARD_SECRT, SUREHOOK_FORWARD_SECRET",
        "SUREHOOK_DATABSE_URL, SUREHOOK_DATABASE_URL",
        "SUREHOOK_SOURCES_SHOP_FORWARD_ULR, SUREHOOK_SOURCES_SHOP_FORWARD_URL"
    })
    void a_mistyped_variable_is_named_with_the_one_that_was_meant_and_without_its_value(String name, String meant) {
        assertThat(UnknownVariables.warnings(Map.of(name, "ZZZ9")))
                .singleElement()
                .asString()
                .startsWith(name + " ")
                .endsWith("did you mean " + meant + "?")
                .doesNotContain("ZZZ9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SUREHOOK_PORT",
                "SUREHOOK_MAX_DUE_AGE",
                "SUREHOOK_MAXDUEAGE",
                "SUREHOOK_TRUSTED_PROXIES_0",
                "SUREHOOK_SOURCES_SHOP_MAX_BODY_SIZE",
                "SUREHOOK_SOURCES_SHOP_SCHEME_HEADER",
                "SUREHOOK_JAVA",
                "SUREHOOK_JAVA_OPTS",
                "SUREHOOK_NO_BUILD",
                "SUREHOOK_LOG_LEVEL",
                "SUREHOOK_SERVICE_HOST",
                "SUREHOOK_SERVICE_PORT_HTTP",
                "SUREHOOK_PORT_8080_TCP_ADDR",
                "SUREHOOK_DB_SERVICE_PORT",
                "SUREHOOK_WEBHOOK_SECRET",
                "PATH"
            })
    void what_has_a_meaning_is_not_spoken_of(String name) {
        assertThat(UnknownVariables.warnings(Map.of(name, "1"))).isEmpty();
    }

    @Test
    void a_port_of_another_kubernetes_service_is_not_ours() {
        assertThat(UnknownVariables.warnings(Map.of("SUREHOOK_DB_PORT", "tcp://10.0.0.1:5432")))
                .isEmpty();
    }
}
