package dev.surehook.engine.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetUrlTest {
    @Test
    void a_url_is_taken_apart_as_it_was_written() {
        TargetUrl url = TargetUrl.parse("HTTPS://Hooks.Example.COM:8443/a%20b/../c;x=1?d=e&f[]=%5B");

        assertThat(url.scheme()).isEqualTo("https");
        assertThat(url.host()).isEqualTo("hooks.example.com");
        assertThat(url.port()).isEqualTo(8443);
        assertThat(url.requestTarget()).isEqualTo("/a%20b/../c;x=1?d=e&f[]=%5B");
        assertThat(url.text()).startsWith("HTTPS://Hooks");
    }

    @ParameterizedTest
    @CsvSource({
        "http://h, 80, /",
        "https://h, 443, /",
        "https://h:443/, 443, /",
        "http://h:443/x, 443, /x",
        "https://h?, 443, /?",
        "https://h?a=b, 443, /?a=b",
        "http://h:65535//x, 65535, //x"
    })
    void port_and_path_have_their_defaults(String text, int port, String target) {
        assertThat(TargetUrl.parse(text).port()).isEqualTo(port);
        assertThat(TargetUrl.parse(text).requestTarget()).isEqualTo(target);
    }

    @ParameterizedTest
    @CsvSource({
        "HTTPS://EXAMPLE.com, https://example.com/",
        "https://example.com:443/, https://example.com/",
        "http://example.com.:80/A, http://example.com/A",
        "http://[0:0::1]:80/, http://[::1]/",
        "http://[::FFFF:8.8.8.8]/, http://8.8.8.8/"
    })
    void urls_of_one_target_are_equal(String one, String other) {
        assertThat(TargetUrl.parse(one)).isEqualTo(TargetUrl.parse(other)).hasSameHashCodeAs(TargetUrl.parse(other));
        assertThat(TargetUrl.parse(one).normal())
                .isEqualTo(TargetUrl.parse(other).normal());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/a",
                "https://example.com/?",
                "http://example.com/",
                "https://example.com:444/"
            })
    void urls_of_other_targets_are_not(String other) {
        assertThat(TargetUrl.parse(other)).isNotEqualTo(TargetUrl.parse("https://example.com/"));
    }

    @Test
    void G1_it_prints_without_its_query() {
        assertThat(TargetUrl.parse("https://R.test:8443/h?token=ZZZ9")).hasToString("https://r.test:8443/h?***");
        assertThat(TargetUrl.parse("https://r.test")).hasToString("https://r.test/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.test:80@127.0.0.1/",
                "http://a:b@10.0.0.5/",
                "http://@h/",
                "http://example.test%40x@127.0.0.1/",
                "http://example.test&@127.0.0.1/"
            })
    void E6_user_information_is_refused(String text) {
        assertThat(refusal(text)).isEqualTo("url-user-info");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2130706433",
                "0x7f000001",
                "0X7F.0.0.1",
                "0177.0.0.1",
                "127.1",
                "127.0.1",
                "0",
                "00",
                "1.2.3.4.5",
                "1.2.3.256",
                "1.2.3.04",
                "1.2.3.0x4",
                "example.127",
                "example.0x7f",
                "127.0.0.1..",
                "[::1",
                "[]",
                "[1.2.3.4]",
                "[fe80::1%25eth0]",
                "[fe80::1%eth0]",
                "[::127.1]",
                "[::ffff:0177.0.0.1]",
                "[1:2:3:4:5:6:7:8:9]",
                "[::1]x"
            })
    void E3_a_host_that_is_read_in_more_than_one_way_is_refused(String host) {
        assertThat(refusal("http://" + host + "/")).isIn("url-host-spelling", "url-host");
        assertThat(refusal("http://" + host + ":8080/?token=ZZZ9")).isIn("url-host-spelling", "url-host");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|url-scheme",
                "ftp://h/|url-scheme",
                "h/x|url-scheme",
                "http:/h/|url-scheme",
                "//h/|url-scheme",
                "javascript:alert(1)|url-scheme",
                "http://|url-host",
                "http:///x|url-host",
                "http://:80/|url-host",
                "http://my_host/|url-host",
                "http://-a.test/|url-host",
                "http://a..b/|url-host",
                "http://a%2eb/|url-host",
                "http://a,b/|url-host",
                "http://h:/|url-port",
                "http://h:0/|url-port",
                "http://h:65536/|url-port",
                "http://h:080/|url-port",
                "http://h:+80/|url-port",
                "http://h:8 0/|url-characters",
                "http://h:80:90/|url-port",
                "http://h/#x|url-fragment",
                "http://h#@other/|url-fragment",
                "http://h/?a#|url-fragment",
                "http://h\\@other/|url-characters",
                "http://h/a\\b|url-characters",
                "http://h/a b|url-characters",
                "' http://h/'|url-characters",
                "'http://h/ '|url-characters",
                "http://h/%|url-characters",
                "http://h/%0|url-characters",
                "http://h/%zz|url-characters",
                "http://h/\"|url-characters",
                "http://h/<x>|url-characters",
                "http://h/?{}|url-characters",
                "http://h/[|url-characters"
            })
    void what_does_not_parse_cleanly_is_refused_by_its_rule(String text, String rule) {
        assertThat(refusal(text)).isEqualTo(rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\nHost: x", "\0", "\t", "\u007f", "\u0085", "\u00e9", "\u2025", "\uff0f"})
    void control_characters_and_what_is_not_ascii_are_refused_wherever_they_stand(String bad) {
        for (String text :
                new String[] {"http://h" + bad + "/", "http://h/" + bad, "http://h/?" + bad, bad + "http://h/"}) {
            assertThat(refusal(text)).isEqualTo("url-characters");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://r.test/?token=ZZZ9",
                "http://user:ZZZ9@r.test/",
                "http://r.test/?token=ZZZ9#x",
                "http://r.test:0/?token=ZZZ9",
                "http://r.test/?token=ZZZ9 x",
                "http://r.test/?token=ZZZ9%",
                "http://1.2/?token=ZZZ9"
            })
    void G1_no_refusal_repeats_what_may_be_secret(String text) {
        assertThatThrownBy(() -> TargetUrl.parse(text))
                .isInstanceOf(TargetRefused.class)
                .hasMessageNotContainingAny("ZZZ9", "token", "\n")
                .hasNoCause();
    }

    @Test
    void F9_2000_characters_are_taken_and_9000_are_not() {
        TargetRules rules = TargetRules.STANDARD;
        String base = "https://r.test/?x=%41&y=";

        assertThat(rules.parse(base + "a".repeat(2_000 - base.length())).text()).hasSize(2_000);
        assertThat(rules.parse(base + "a".repeat(2_048 - base.length())).text()).hasSize(2_048);
        assertThatThrownBy(() -> rules.parse(base + "a".repeat(9_000 - base.length())))
                .hasMessage("the URL has 9000 characters; 2048 are the most that are allowed");
    }

    @Test
    void a_profile_may_allow_less() {
        TargetRules strict = new TargetRules(true, false, Set.of(443), true, false, 500);

        assertThat(strict.parse("https://r.test/x").host()).isEqualTo("r.test");
        assertThat(refusal(strict, "http://r.test/x")).isEqualTo("url-https-only");
        assertThat(refusal(strict, "https://r.test:444/x")).isEqualTo("url-port-not-allowed");
        assertThat(refusal(strict, "https://r.test/x?")).isEqualTo("url-query");
        assertThat(refusal(strict, "https://[2606:4700::1]/x")).isEqualTo("url-ipv4-only");
        assertThat(refusal(strict, "https://r.test/" + "x".repeat(486))).isEqualTo("url-length");
        assertThat(strict.parse("https://r.test/" + "x".repeat(485)).text()).hasSize(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:3000/",
                "http://LOCALHOST./",
                "http://shop.localhost/",
                "http://127.0.0.1/",
                "http://127.9.9.9:1/",
                "http://[::1]:3000/",
                "http://[::ffff:127.0.0.1]/"
            })
    void http_is_taken_of_this_machine_where_that_is_allowed(String url) {
        TargetRules local = new TargetRules(true, true, Set.of(), false, true, 500);

        assertThat(local.parse(url).isHttps()).isFalse();
        assertThat(refusal(TargetRules.STANDARD, url)).isEqualTo("url-https-only");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://r.test/",
                "http://localhost.r.test/",
                "http://notlocalhost/",
                "http://10.0.0.1/",
                "http://0.0.0.0/",
                "http://[::]/",
                "http://128.0.0.1/"
            })
    void http_is_taken_of_nothing_else_there(String url) {
        TargetRules local = new TargetRules(true, true, Set.of(), false, true, 500);

        assertThat(refusal(local, url)).isEqualTo("url-https-only");
    }

    @Test
    void http_is_taken_where_it_is_allowed_only() {
        assertThat(refusal(TargetRules.STANDARD, "http://r.test/")).isEqualTo("url-https-only");
        assertThat(TargetRules.STANDARD.withHttp().parse("http://r.test/").isHttps())
                .isFalse();
    }

    private static String refusal(String text) {
        TargetRefused refused = catchThrowableOfType(TargetRefused.class, () -> TargetUrl.parse(text));
        return refused == null ? "taken" : refused.refusal().rule();
    }

    private static String refusal(TargetRules rules, String text) {
        TargetRefused refused = catchThrowableOfType(TargetRefused.class, () -> rules.parse(text));
        return refused == null ? "taken" : refused.refusal().rule();
    }
}
