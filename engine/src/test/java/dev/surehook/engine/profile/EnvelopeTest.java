package dev.surehook.engine.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.surehook.engine.json.JsonBody;
import dev.surehook.engine.profile.Envelope.Content;
import dev.surehook.engine.profile.Envelope.UnfitEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
    private static final Instant AT = Instant.parse("2026-10-05T07:08:09Z");

    /** As WordPane's events are. */
    private static final Envelope DATA = new JsonEnvelope(List.of(
            new JsonMember.Id("id"),
            new JsonMember.Type("type"),
            new JsonMember.CreatedAt("created_at"),
            new JsonMember.Account("account_id", true),
            JsonMember.Payload.named("data")));

    /** As YCloud's events are. */
    private static final Envelope BY_TYPE = new JsonEnvelope(List.of(
            new JsonMember.Id("id"),
            new JsonMember.Type("type"),
            new JsonMember.Fixed("apiVersion", "v2"),
            new JsonMember.CreatedAt("createTime"),
            new JsonMember.Payload(
                    Map.of(
                            "sms.message.updated", "sms",
                            "sms.*", "smsInbound",
                            "whatsapp.group.*", "whatsappGroup"),
                    Optional.empty())));

    private static Content event(String type, String payload) {
        return new Content("evt_1", type, AT, "4711", payload.getBytes(UTF_8));
    }

    private static String wrapped(Envelope envelope, Content event) {
        return new String(envelope.wrap(event), UTF_8);
    }

    @Test
    void the_standard_envelope_is_the_payload_byte_for_byte() {
        byte[] payload = {0, (byte) 0xff, '{'};

        assertThat(Profiles.STANDARD.envelope().wrap(new Content("a", "b", AT, "c", payload)))
                .isEqualTo(new byte[] {0, (byte) 0xff, '{'});
    }

    @Test
    void an_envelope_with_data_names_its_members_and_writes_the_account_as_a_number() {
        assertThat(wrapped(DATA, event("balance.low", "{\"balance\":\"1.50\"}")))
                .isEqualTo("{\"id\":\"evt_1\",\"type\":\"balance.low\",\"created_at\":\"2026-10-05T07:08:09.000Z\","
                        + "\"account_id\":4711,\"data\":{\"balance\":\"1.50\"}}");
    }

    @Test
    void an_envelope_may_name_the_payload_by_the_type() {
        assertThat(wrapped(BY_TYPE, event("sms.message.updated", "{}")))
                .isEqualTo("{\"id\":\"evt_1\",\"type\":\"sms.message.updated\",\"apiVersion\":\"v2\","
                        + "\"createTime\":\"2026-10-05T07:08:09.000Z\",\"sms\":{}}");
        assertThat(wrapped(BY_TYPE, event("sms.inbound.received", "{}"))).endsWith(",\"smsInbound\":{}}");
        assertThat(wrapped(BY_TYPE, event("whatsapp.group.status_update", "{}")))
                .endsWith(",\"whatsappGroup\":{}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"b\":1,\"a\":\"é=<\",\"c\":[1, 2]}",
                "{\"n\":1.50e+03,\"m\":-0.0,\"big\":123456789012345678901234567890.10}",
                "{\"a\":\"\\u00e9\\/\\n\",\"a\":1}",
                " \t\r\n{ } \n",
                "[1]",
                "\"text\"",
                "0",
                "null"
            })
    void the_payload_goes_in_as_it_was_written(String payload) {
        assertThat(wrapped(DATA, event("t", payload))).endsWith(",\"data\":" + payload + "}");
    }

    @Test
    void what_an_event_is_called_cannot_break_out_of_its_member() {
        byte[] body = DATA.wrap(new Content("a\",\"id\":\"b\\\n\u0001", "é\u2028", AT, "0", "{}".getBytes(UTF_8)));

        List<String> id = List.of("id");
        List<String> type = List.of("type");
        assertThat(JsonBody.read(body, List.of(id, type), JsonBody.Values.TEXTS))
                .hasValueSatisfying(json -> {
                    assertThat(json.text(id)).contains("a\",\"id\":\"b\\\n\u0001");
                    assertThat(json.text(type)).contains("é\u2028");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "{}x", "{},\"id\":1", "x", "{} {}", "\ufeff{}", "{\"a\":\"\u0000\"}"})
    void a_payload_that_is_not_one_json_document_is_refused(String payload) {
        assertThatExceptionOfType(UnfitEvent.class)
                .isThrownBy(() -> DATA.wrap(event("t", payload)))
                .withMessageContaining("not one JSON document");
    }

    @Property
    void whatever_the_payload_is_the_body_is_json_or_refused(@ForAll byte[] payload) {
        try {
            byte[] body = DATA.wrap(new Content("a", "b", AT, "1", payload));
            assertThat(JsonBody.read(body, List.of(), JsonBody.Values.TEXTS)).isPresent();
        } catch (UnfitEvent refused) {
            assertThat(JsonBody.read(payload, List.of(), JsonBody.Values.TEXTS)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"acme", "007", "-1", "1.5", "1e3", "1234567890123456789", "٣"})
    void an_account_that_is_no_number_is_refused_where_it_has_to_be_one(String account) {
        assertThatExceptionOfType(UnfitEvent.class)
                .isThrownBy(() -> DATA.wrap(new Content("a", "b", AT, account, "{}".getBytes(UTF_8))))
                .withMessageContaining("\"" + account + "\" is none");
        Envelope asText =
                new JsonEnvelope(List.of(new JsonMember.Account("account", false), JsonMember.Payload.named("data")));
        assertThat(wrapped(asText, new Content("a", "b", AT, account, "{}".getBytes(UTF_8))))
                .startsWith("{\"account\":\"" + account + "\"");
    }

    @Test
    void a_type_without_a_member_for_its_payload_is_refused() {
        assertThatExceptionOfType(UnfitEvent.class)
                .isThrownBy(() -> BY_TYPE.wrap(event("voice.x", "{}")))
                .withMessage("this profile has no member for the payload of type \"voice.x\"");
    }

    @Test
    void an_envelope_has_one_place_for_the_payload() {
        assertThatIllegalArgumentException().isThrownBy(() -> new JsonEnvelope(List.of(new JsonMember.Id("id"))));
    }
}
