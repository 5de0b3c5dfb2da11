package dev.surehook.server.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.surehook.engine.profile.JsonEnvelope;
import dev.surehook.engine.profile.JsonMember;
import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.profile.SendingProfile.AnswerRules;
import dev.surehook.engine.profile.SendingProfile.Backlog;
import dev.surehook.engine.profile.SendingProfile.EditRules;
import dev.surehook.engine.profile.SendingProfile.End;
import dev.surehook.engine.profile.SendingProfile.Limits;
import dev.surehook.engine.profile.SendingProfile.ResendRule;
import dev.surehook.engine.profile.SendingProfile.Retention;
import dev.surehook.engine.profile.SendingProfile.RotationRule;
import dev.surehook.engine.profile.SendingProfile.SuspensionRule;
import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.server.settings.Flags;
import dev.surehook.server.settings.SettingsReader;
import dev.surehook.server.start.BadStart;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Signer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SendingProfilesTest {
    @TempDir
    Path folder;

    private SendingProfiles read(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("surehook.yaml"), yaml);
        return SendingProfiles.of(SettingsReader.read(
                new Flags(Map.of(), List.of(), Optional.of(file), Optional.empty(), Optional.empty()), Map.of()));
    }

    private SendingProfile own(String yaml) throws IOException {
        return read("surehook: {profiles: {own: " + yaml + "}}").byName("own").orElseThrow();
    }

    @Test
    void without_settings_there_is_the_standard_profile() throws IOException {
        assertThat(read("surehook: {port: 1}").fallback()).isEqualTo(Profiles.STANDARD);
        assertThat(read("surehook: {port: 1}").byName("standard")).contains(Profiles.STANDARD);
        assertThat(read("surehook: {port: 1}").byName("other")).isEmpty();
    }

    @Test
    void what_a_profile_leaves_out_is_as_in_the_one_it_is_based_on() throws IOException {
        SendingProfile own = own("{based-on: standard}");

        assertThat(own).usingRecursiveComparison().ignoringFields("name").isEqualTo(Profiles.STANDARD);
        assertThat(own.name()).isEqualTo("own");
    }

    @Test
    void every_key_changes_what_it_names() throws IOException {
        SendingProfile own = read("""
                surehook:
                  default-profile: own
                  profiles:
                    own:
                      based-on: standard
                      retry: [1s, 5m]
                      jitter: 0
                      connect-timeout: 2s
                      timeout: 8s
                      gone-disables: false
                      longest-retry-after: 1h
                      overlap: 1h
                      longest-overlap: 2d
                      allow-http: true
                      secret-shown-once: false
                      edits:
                        new-url: cancel
                        removed-type: cancel
                        refused-in-flight: true
                      resend:
                        from: [failed, done]
                        whole-schedule: false
                      limits:
                        endpoints: 3
                        only-active: true
                        url-length: 500
                        name-length: 40
                        headers: 2
                        header-length: 100
                      suspension:
                        failures: 3
                        first: 10s
                        longest: 20s
                      retention:
                        done: 1d
                        cancelled: 2d
                        failed: 3d
                      envelope:
                        id: id
                        type: type
                        created-at: created_at
                        account: account_id
                        payload: data
                """).fallback();

        assertThat(own.name()).isEqualTo("own");
        assertThat(own.retries().delays()).containsExactly(Duration.ofSeconds(1), Duration.ofMinutes(5));
        assertThat(own.retries().jitter()).isZero();
        assertThat(own.timeouts()).isEqualTo(new Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(8)));
        assertThat(own.answers()).isEqualTo(new AnswerRules(false, Duration.ofHours(1)));
        assertThat(own.rotation()).isEqualTo(new RotationRule(Duration.ofHours(1), Duration.ofDays(2)));
        assertThat(own.urls().httpsOnly()).isFalse();
        assertThat(own.urls().longest()).isEqualTo(500);
        assertThat(own.limits()).isEqualTo(new Limits(3, true, 40, 400, 2, 100));
        assertThat(own.suspension()).isEqualTo(new SuspensionRule(3, Duration.ofSeconds(10), Duration.ofSeconds(20)));
        assertThat(own.secrets().shownOnce()).isFalse();
        assertThat(own.edits()).isEqualTo(new EditRules(Backlog.CANCEL, Backlog.CANCEL, true));
        assertThat(own.resend()).isEqualTo(new ResendRule(Set.of(End.FAILED, End.DONE), false));
        assertThat(own.envelope())
                .isEqualTo(new JsonEnvelope(List.of(
                        new JsonMember.Id("id"),
                        new JsonMember.Type("type"),
                        new JsonMember.CreatedAt("created_at"),
                        new JsonMember.Account("account_id", false),
                        JsonMember.Payload.named("data"))));
        assertThat(own.retention())
                .isEqualTo(new Retention(Duration.ofDays(1), Duration.ofDays(2), Duration.ofDays(3)));
    }

    @Test
    void a_shorter_whole_shortens_its_part() throws IOException {
        assertThat(own("{timeout: 3s}").timeouts())
                .isEqualTo(new Timeouts(Duration.ofSeconds(3), Duration.ofSeconds(3)));
        assertThat(own("{longest-overlap: 1h}").rotation())
                .isEqualTo(new RotationRule(Duration.ofHours(1), Duration.ofHours(1)));
        assertThat(own("{longest-overlap: 0s}").rotation()).isEqualTo(RotationRule.AT_ONCE);
    }

    @Test
    void a_scheme_of_ones_own_signs_with_the_secrets_that_the_profile_makes() throws IOException {
        SendingProfile own = own("{scheme: {header: X-Shop-Signature, prefix: 'sha256=', signed: '{timestamp}.{body}',"
                + " timestamp-header: X-Shop-Time, id-header: X-Shop-Id}}");
        Secret made = own.secrets().form().make();

        Headers signed = Signer.of(own.provider(), List.of(made))
                .sign("evt_1", Instant.EPOCH, "POST", "https://example.test/", new byte[0]);

        assertThat(made.reveal()).matches("[0-9a-f]{64}");
        assertThat(signed.first("X-Shop-Signature"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("sha256="));
        assertThat(signed.first("X-Shop-Time")).contains("0");
        assertThat(signed.first("X-Shop-Id")).contains("evt_1");
        assertThat(own.rotation())
                .as("such a header has room for one signature")
                .isEqualTo(RotationRule.AT_ONCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf8", "hex", "base64", "whsec-base64"})
    void a_secret_that_is_made_fits_every_way_to_read_it(String decoding) throws IOException {
        SendingProfile own = own("{scheme: {header: X-S, signature-key: v1, key-decoding: " + decoding + "}}");
        Secret made = own.secrets().form().make();

        assertThat(own.secrets().form().fault(made)).isEmpty();
        assertThat(Signer.of(own.provider(), List.of(made))).isNotNull();
        assertThat(own.rotation()).isEqualTo(Profiles.STANDARD.rotation());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{based-on: none} | surehook.profiles.own.based-on: there is no built-in profile \"none\"; known are standard",
                "{retry: [31d]} | surehook.profiles.own.retry: a retry delay lies between",
                "{retry: [5]} | surehook.profiles.own.retry",
                "{jitter: 1} | surehook.profiles.own.jitter: jitter lies between 0 and 1",
                "{jitter: much} | surehook.profiles.own.jitter",
                "{timeout: 0s} | surehook.profiles.own.timeout: the timeout: from 1 ms to 2 min, not 0 s",
                "{connect-timeout: 16s} | surehook.profiles.own.connect-timeout: the connect timeout is part",
                "{longest-retry-after: 31d} | surehook.profiles.own.longest-retry-after: the longest Retry-After",
                "{overlap: 8d} | surehook.profiles.own.overlap: the overlap: from 0 s to 7 d, not 8 d",
                "{overlap: -1s} | surehook.profiles.own.overlap",
                "{overlap: 1h, scheme: {header: X-S}} | surehook.profiles.own.overlap: an overlap needs",
                "{limits: {endpoints: 0}} | surehook.profiles.own.limits: endpoints: from 1 to 100000, not 0",
                "{limits: {endpoints: x}} | surehook.profiles.own.limits.endpoints",
                "{limits: {url-length: 9000}} | surehook.profiles.own.limits.url-length: the longest URL",
                "{suspension: {failures: -1}} | surehook.profiles.own.suspension: failures in a row",
                "{suspension: {first: 2h}} | surehook.profiles.own.suspension: the longest rest: from 2 h to 30 d, not 1 h",
                "{retention: {failed: 0s}} | surehook.profiles.own.retention: the retention of failures",
                "{envelope: {id: id}} | surehook.profiles.own.envelope: payload is missing",
                "{envelope: {id: x, payload: x}} | surehook.profiles.own.envelope: two members are called x",
                "{edits: {new-url: perhaps}} | surehook.profiles.own.edits.new-url",
                "{resend: {from: [lost]}} | surehook.profiles.own.resend.from",
                "{allow-http: perhaps} | is not true or false",
                "{scheme: {prefix: x}} | surehook.profiles.own.scheme: scheme.header is missing",
                "{scheme: {header: X-S, id: ['json:id']}} | surehook.profiles.own.scheme: id and type say",
                "{scheme: {header: X-S, algorithm: ed25519}} | surehook.profiles.own.scheme: a profile signs with shared",
                "{retries: [1s]} | did you mean surehook.profiles.own.retry"
            })
    void a_mistake_is_one_line_that_names_its_key(String yaml, String line) {
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> own(yaml))
                .withMessageContaining(line)
                .satisfies(bad -> assertThat(bad.exitCode()).isEqualTo(BadStart.USAGE));
    }

    @Test
    void a_default_profile_has_to_exist_and_a_built_in_one_stays_as_it_is() {
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> read("surehook: {default-profile: shop, profiles: {own: {jitter: 0}}}"))
                .withMessage("surehook.default-profile: there is no profile \"shop\"; known are standard, own");
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> read("surehook: {profiles: {standard: {jitter: 0}}}"))
                .withMessageContaining("surehook.profiles.standard: standard is built in");
        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> read("surehook: {profiles: {My_Own: {jitter: 0}}}"))
                .withMessageContaining("surehook.profiles.My_Own: a profile is named by");
    }

    @Test
    void keys_can_be_set_in_the_environment() {
        SendingProfiles profiles = SendingProfiles.of(SettingsReader.read(
                Flags.NONE,
                Map.of(
                        "SUREHOOK_DEFAULT_PROFILE", "shop",
                        "SUREHOOK_PROFILES_SHOP_RETRY", "1s,2s",
                        "SUREHOOK_PROFILES_SHOP_LIMITS_ENDPOINTS", "7")));

        assertThat(profiles.fallback().retries().delays())
                .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
        assertThat(profiles.fallback().limits().endpoints()).isEqualTo(7);
    }
}
