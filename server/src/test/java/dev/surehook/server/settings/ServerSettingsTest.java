package dev.surehook.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.surehook.engine.source.SignedForm;
import dev.surehook.server.start.BadStart;
import dev.surehook.signatures.Secret;
import dev.surehook.spring.target.TargetSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

/** Every key and every default. A change here changes what operators have written down. */
class ServerSettingsTest {

    @Test
    void these_are_all_the_keys() {
        assertThat(SettingKeys.all())
                .containsExactly(
                        "surehook.port",
                        "surehook.host",
                        "surehook.data",
                        "surehook.database.url",
                        "surehook.database.user",
                        "surehook.database.password",
                        "surehook.database.pool-size",
                        "surehook.tls.certificate",
                        "surehook.tls.private-key",
                        "surehook.trusted-proxies",
                        "surehook.api-key",
                        "surehook.forward-secret",
                        "surehook.sealing-key",
                        "surehook.max-due-age",
                        "surehook.targets.allow",
                        "surehook.targets.allow-local",
                        "surehook.targets.authorities",
                        "surehook.targets.proxy.url",
                        "surehook.targets.proxy.user",
                        "surehook.targets.proxy.password",
                        "surehook.targets.proxy.trusted",
                        "surehook.targets.identities.*.certificate",
                        "surehook.targets.identities.*.private-key",
                        "surehook.default-profile",
                        "surehook.profiles.*.based-on",
                        "surehook.profiles.*.retry",
                        "surehook.profiles.*.jitter",
                        "surehook.profiles.*.connect-timeout",
                        "surehook.profiles.*.timeout",
                        "surehook.profiles.*.gone-disables",
                        "surehook.profiles.*.longest-retry-after",
                        "surehook.profiles.*.overlap",
                        "surehook.profiles.*.longest-overlap",
                        "surehook.profiles.*.allow-http",
                        "surehook.profiles.*.secret-shown-once",
                        "surehook.profiles.*.limits.endpoints",
                        "surehook.profiles.*.limits.only-active",
                        "surehook.profiles.*.limits.url-length",
                        "surehook.profiles.*.limits.name-length",
                        "surehook.profiles.*.limits.headers",
                        "surehook.profiles.*.limits.header-length",
                        "surehook.profiles.*.suspension.failures",
                        "surehook.profiles.*.suspension.first",
                        "surehook.profiles.*.suspension.longest",
                        "surehook.profiles.*.retention.done",
                        "surehook.profiles.*.retention.cancelled",
                        "surehook.profiles.*.retention.failed",
                        "surehook.profiles.*.envelope.id",
                        "surehook.profiles.*.envelope.type",
                        "surehook.profiles.*.envelope.created-at",
                        "surehook.profiles.*.envelope.account",
                        "surehook.profiles.*.envelope.payload",
                        "surehook.profiles.*.edits.new-url",
                        "surehook.profiles.*.edits.removed-type",
                        "surehook.profiles.*.edits.refused-in-flight",
                        "surehook.profiles.*.resend.from",
                        "surehook.profiles.*.resend.whole-schedule",
                        "surehook.profiles.*.scheme.signed",
                        "surehook.profiles.*.scheme.algorithm",
                        "surehook.profiles.*.scheme.encoding",
                        "surehook.profiles.*.scheme.header",
                        "surehook.profiles.*.scheme.prefix",
                        "surehook.profiles.*.scheme.signature-key",
                        "surehook.profiles.*.scheme.separator",
                        "surehook.profiles.*.scheme.version",
                        "surehook.profiles.*.scheme.key-decoding",
                        "surehook.profiles.*.scheme.timestamp-header",
                        "surehook.profiles.*.scheme.timestamp-key",
                        "surehook.profiles.*.scheme.timestamp-unit",
                        "surehook.profiles.*.scheme.id-header",
                        "surehook.profiles.*.scheme.id",
                        "surehook.profiles.*.scheme.type",
                        "surehook.sources.*.provider",
                        "surehook.sources.*.secrets",
                        "surehook.sources.*.secret",
                        "surehook.sources.*.tolerance",
                        "surehook.sources.*.max-body-size",
                        "surehook.sources.*.signed-form",
                        "surehook.sources.*.body",
                        "surehook.sources.*.without-id",
                        "surehook.sources.*.types",
                        "surehook.sources.*.public-url",
                        "surehook.sources.*.retry",
                        "surehook.sources.*.jitter",
                        "surehook.sources.*.concurrency",
                        "surehook.sources.*.retention",
                        "surehook.sources.*.scheme.signed",
                        "surehook.sources.*.scheme.algorithm",
                        "surehook.sources.*.scheme.encoding",
                        "surehook.sources.*.scheme.header",
                        "surehook.sources.*.scheme.prefix",
                        "surehook.sources.*.scheme.signature-key",
                        "surehook.sources.*.scheme.separator",
                        "surehook.sources.*.scheme.version",
                        "surehook.sources.*.scheme.key-decoding",
                        "surehook.sources.*.scheme.timestamp-header",
                        "surehook.sources.*.scheme.timestamp-key",
                        "surehook.sources.*.scheme.timestamp-unit",
                        "surehook.sources.*.scheme.id-header",
                        "surehook.sources.*.scheme.id",
                        "surehook.sources.*.scheme.type",
                        "surehook.sources.*.forward.url",
                        "surehook.sources.*.forward.as",
                        "surehook.sources.*.forward.connect-timeout",
                        "surehook.sources.*.forward.timeout");
    }

    @Test
    void these_are_the_defaults_of_the_server() {
        assertThat(SettingsReader.read(Flags.NONE, Map.of()))
                .isEqualTo(new ServerSettings(
                        8080,
                        "",
                        "./surehook-data",
                        new DatabaseSettings("", null, null, 10),
                        new TlsSettings("", ""),
                        List.of(),
                        null,
                        null,
                        null,
                        Duration.ofMinutes(5),
                        TargetSettings.DEFAULT,
                        "standard",
                        Map.of(),
                        Map.of()));
    }

    @Test
    void these_are_the_defaults_of_a_source_and_its_forwarding() {
        ServerSettings settings =
                SettingsReader.read(Flags.NONE, Map.of("SUREHOOK_SOURCES_SHOP_FORWARD_URL", "http://127.0.0.1:1/"));

        assertThat(settings.sources())
                .isEqualTo(Map.of(
                        "shop",
                        new SourceSettings(
                                null,
                                List.of(),
                                null,
                                null,
                                DataSize.ofMegabytes(1),
                                SignedForm.WIRE,
                                null,
                                null,
                                List.of(),
                                null,
                                null,
                                0.1,
                                16,
                                Duration.ofDays(90),
                                null,
                                new ForwardSettings(
                                        "http://127.0.0.1:1/",
                                        "standard",
                                        Duration.ofSeconds(5),
                                        Duration.ofSeconds(10)))));
    }

    @Test
    void the_command_line_goes_before_the_environment() {
        Flags flags = new Flags(
                Map.of("surehook.port", "1"), List.of(), Optional.empty(), Optional.empty(), Optional.empty());

        assertThat(SettingsReader.read(flags, Map.of("SUREHOOK_PORT", "2", "SUREHOOK_HOST", "::1")))
                .returns(1, ServerSettings::port)
                .returns("::1", ServerSettings::host);
    }

    @Test
    void a_port_that_kubernetes_sets_for_a_service_called_surehook_is_not_ours() {
        assertThat(SettingsReader.read(Flags.NONE, Map.of("SUREHOOK_PORT", "tcp://10.0.0.1:80"))
                        .port())
                .isEqualTo(8080);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SUREHOOK_MAX_DUE_AGE", "SUREHOOK_SOURCES_SHOP_RETENTION", "SUREHOOK_SOURCES_SHOP_RETRY"})
    void a_duration_in_the_environment_needs_its_unit_too(String name) {
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> SettingsReader.read(Flags.NONE, Map.of(name, "90")))
                .withMessageContaining("is not a duration such as 30s, 5m, 2h or 90d")
                .satisfies(bad -> assertThat(bad.exitCode()).isEqualTo(BadStart.USAGE));
        assertThat(SettingsReader.read(Flags.NONE, Map.of(name, "90s"))).isNotNull();
    }

    @Test
    void a_source_can_be_named_on_the_command_line() {
        Flags flags = new Flags(
                Map.of(),
                List.of(Flags.SourceFlag.parse("ycloud"), Flags.SourceFlag.parse("shop=wordpane")),
                Optional.empty(),
                Optional.of("http://127.0.0.1:3000/x"),
                Optional.of("ycloud"));

        Map<String, SourceSettings> sources =
                SettingsReader.read(flags, Map.of()).sources();

        assertThat(sources).containsOnlyKeys("ycloud", "shop");
        assertThat(Objects.requireNonNull(sources.get("ycloud")).provider()).isEqualTo("ycloud");
        assertThat(Objects.requireNonNull(sources.get("shop")).provider()).isEqualTo("wordpane");
        assertThat(sources.values())
                .allSatisfy(source -> assertThat(source.forward())
                        .returns("http://127.0.0.1:3000/x", ForwardSettings::url)
                        .returns("ycloud", ForwardSettings::as));
    }

    @Test
    void secrets_do_not_show_when_settings_are_printed() {
        ServerSettings settings = SettingsReader.read(
                Flags.NONE,
                Map.of(
                        "SUREHOOK_API_KEY", "ZZZ9-api",
                        "SUREHOOK_FORWARD_SECRET", "ZZZ9-forward",
                        "SUREHOOK_SEALING_KEY", "ZZZ9-sealing",
                        "SUREHOOK_DATABASE_PASSWORD", "ZZZ9-password",
                        "SUREHOOK_TARGETS_PROXY_PASSWORD", "ZZZ9-proxy",
                        "SUREHOOK_SOURCES_SHOP_SECRET", "ZZZ9-secret"));

        assertThat(settings.toString()).doesNotContain("ZZZ9");
        assertThat(Objects.requireNonNull(settings.sources().get("shop")).allSecrets())
                .containsExactly(Secret.of("ZZZ9-secret"));
    }
}
