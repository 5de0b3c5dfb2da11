package dev.surehook.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.surehook.engine.source.SignedForm;
import dev.surehook.engine.source.WithoutId;
import dev.surehook.server.start.BadStart;
import dev.surehook.signatures.Algorithm;
import dev.surehook.signatures.KeyDecoding;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.TimestampUnit;
import dev.surehook.spring.source.BodyKind;
import dev.surehook.spring.source.SchemeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;

class ConfigFileTest {
    @TempDir
    Path folder;

    private ServerSettings read(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("surehook.yaml"), yaml);
        return SettingsReader.read(
                new Flags(Map.of(), List.of(), Optional.of(file), Optional.empty(), Optional.empty()), Map.of());
    }

    @Test
    void every_kind_of_setting_can_be_written() throws IOException {
        ServerSettings settings = read("""
                surehook:
                  port: 9000
                  trusted-proxies: [10.0.0.0/8, "::1"]
                  max-due-age: 2m
                  sources:
                    my-shop:
                      secrets: [one-secret-of-mine, another-secret-of-mine]
                      tolerance: 10m
                      max-body-size: 25MB
                      signed-form: decoded
                      body: json
                      without-id: keep-all
                      types: ["order.*", refund]
                      public-url: https://hooks.example.com/in/my-shop
                      retry: [1s, 5m]
                      jitter: 0.2
                      concurrency: 3
                      retention: 30d
                      scheme:
                        signed: "{timestamp}.{body}"
                        algorithm: hmac-sha512
                        header: X-Shop-Signature
                        signature-key: v1
                        timestamp-key: t
                        timestamp-unit: millis
                        key-decoding: base64
                        id: ["json:data.id"]
                      forward:
                        url: http://127.0.0.1:3000/x
                        as: wordpane
                        timeout: 20s
                """);
        SourceSettings shop = Objects.requireNonNull(settings.sources().get("my-shop"));

        assertThat(settings.port()).isEqualTo(9000);
        assertThat(settings.trustedProxies()).containsExactly("10.0.0.0/8", "::1");
        assertThat(shop.allSecrets())
                .containsExactly(Secret.of("one-secret-of-mine"), Secret.of("another-secret-of-mine"));
        assertThat(shop.tolerance()).isEqualTo(Duration.ofMinutes(10));
        assertThat(shop.maxBodySize()).isEqualTo(DataSize.ofMegabytes(25));
        assertThat(shop.signedForm()).isEqualTo(SignedForm.DECODED);
        assertThat(shop.body()).isEqualTo(BodyKind.JSON);
        assertThat(shop.withoutId()).isEqualTo(WithoutId.KEEP_ALL);
        assertThat(shop.types()).containsExactly("order.*", "refund");
        assertThat(shop.retry()).containsExactly(Duration.ofSeconds(1), Duration.ofMinutes(5));
        assertThat(shop.jitter()).isEqualTo(0.2);
        assertThat(shop.retention()).isEqualTo(Duration.ofDays(30));
        assertThat(shop.scheme())
                .returns(Algorithm.HMAC_SHA512, SchemeSettings::algorithm)
                .returns(KeyDecoding.BASE64, SchemeSettings::keyDecoding)
                .returns(TimestampUnit.MILLIS, SchemeSettings::timestampUnit)
                .returns(List.of("json:data.id"), SchemeSettings::id);
        assertThat(shop.forward())
                .returns("wordpane", ForwardSettings::as)
                .returns(Duration.ofSeconds(20), ForwardSettings::timeout);
    }

    @Test
    void a_source_name_is_taken_as_it_is_written() throws IOException {
        ServerSettings settings = read("surehook: {sources: {my_shop: {secret: x}, my-shop: {secret: y}}}");

        assertThat(settings.sources()).containsOnlyKeys("my_shop", "my-shop");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "surehook: {prot: 1}                                  | surehook.port",
                "port: 1                                              | surehook.port",
                "surehook: {sources: {shop: {secrt: x}}}              | surehook.sources.shop.secret",
                "surehook: {targets: {identities: {bank: {certifcate: x}}}} | surehook.targets.identities.bank.certificate",
                "surehook: {sources: {shop: {forward: {link: x}}}}    | surehook.sources.shop.forward.url"
            })
    void an_unknown_key_is_refused_with_the_nearest_ones(String yaml, String meant) {
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> read(yaml))
                .withMessageContaining("there is no key")
                .withMessageContaining(meant)
                .satisfies(bad -> assertThat(bad.exitCode()).isEqualTo(BadStart.USAGE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "surehook: {port: ZZZ9}                                | surehook.port | a whole number",
                "surehook: {port: 70000}                               | port | between 0 and 65535",
                "surehook: {max-due-age: ZZZ9}                         | surehook.max-due-age | a duration",
                "surehook: {sources: {shop: {signed-form: ZZZ9}}}      | signed-form | one of wire, decoded",
                "surehook: {sources: {shop: {max-body-size: ZZZ9}}}    | max-body-size | a size such as",
                "surehook: {max-due-age: 97531}                        | surehook.max-due-age | a duration such as 30s, 5m",
                "surehook: {max-due-age: '-97531'}                     | surehook.max-due-age | a duration such as 30s, 5m",
                "surehook: {sources: {s: {retention: 97531}}}          | s.retention | a duration such as 30s, 5m",
                "surehook: {sources: {s: {tolerance: '97531'}}}        | s.tolerance | a duration such as 30s, 5m",
                "surehook: {sources: {s: {retry: [10s, 97531]}}}       | s.retry[1] | a duration such as 30s, 5m",
                "surehook: {sources: {s: {retry: '10s, 97531'}}}       | s.retry | a duration such as 30s, 5m",
                "surehook: {sources: {s: {retry: '10s,,1m'}}}          | s.retry | a duration such as 30s, 5m",
                "surehook: {sources: {s: {forward: {timeout: 97531}}}} | s.forward.timeout | a duration such as 30s, 5m",
                "surehook: {sources: {s: {max-body-size: 97531}}}      | s.max-body-size | a size such as 512KB",
                "surehook: {sources: {SHOP: {secret: x}}}             | SHOP | not usable",
                "surehook: {tls: {certificate: a.pem}}                 | tls | private-key"
            })
    void a_value_that_cannot_be_used_is_one_line_without_the_value(String yaml, String where, String what) {
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> read(yaml))
                .withMessageContaining(where)
                .withMessageContaining(what)
                .satisfies(bad -> assertThat(bad.line())
                        .doesNotContain("ZZZ9")
                        .doesNotContain("97531")
                        .doesNotContain("\n"));
    }

    @Test
    void a_list_of_durations_can_stand_in_one_text_and_zero_needs_no_unit() throws IOException {
        SourceSettings shop =
                Objects.requireNonNull(read("surehook: {sources: {shop: {retry: '0, 10s, 5m', tolerance: 0}}}")
                        .sources()
                        .get("shop"));

        assertThat(shop.retry()).containsExactly(Duration.ZERO, Duration.ofSeconds(10), Duration.ofMinutes(5));
        assertThat(shop.tolerance()).isEqualTo(Duration.ZERO);
    }

    @Test
    void what_is_not_yaml_is_one_line_with_its_place() {
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> read("surehook:\n  port: [1\n"))
                .withMessageContaining("not valid YAML, line")
                .satisfies(bad -> assertThat(bad.line()).doesNotContain("\n"));
    }

    @Test
    void a_file_that_is_not_there_is_one_line() {
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> SettingsReader.read(
                        new Flags(
                                Map.of(),
                                List.of(),
                                Optional.of(folder.resolve("none.yaml")),
                                Optional.empty(),
                                Optional.empty()),
                        Map.of()))
                .withMessageContaining("there is no such file");
    }
}
